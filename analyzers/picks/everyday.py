"""Everyday words of requests that ask for nothing in particular. Lists only."""

from planscope.analyzers.quick import quick

# Values of fields that say little by themselves: a "high" in the request need not be the one of the field.
DEGREE = """
    all and any basic best false first for free full good high large low medium new no none normal not one other
    regular small standard the true two with yes
"""

# Words that a demand may hold without asking for anything that a field would have to tell.
FREE = """
    a aan able about account actually adult adults al all als also altogether always am an and any april are
    around as at au auch august aux availability available avec avoir be been bei beschikbaar billet billete
    bitte book both budget but buy can card chambre choose com come comes como con cost costs could credit da
    das day days de december den der des deux die disponible disponível do dois dollar dollars dos drei drie du
    duas each een ein eine einen el en es est eu euro euros every february find five flight flights flug flüge
    for four friday from für gesamt get gibt given go good got guest guests haben habitación had has have hay
    hebben hello help het hi hoogstens hotel hotels höchstens i ich if ik im in include included includes into
    is ist it item items january je july june just kamer kommt la las le least les less like lo los ma march max
    maximal maximum may me mehr mein meine menos mes met mi mij mijn min mindestens minimum minstens mit moins
    mon monday money month more most mucho must mwst my más máximo mínimo na nach nacht nachten need needs next
    nicht night nights no noche noches noite noites nonrefundable nos not nous november now nuit nuits nur
    nächte o october of offer offers on one ones only ons op option options or order os our over overall para
    passenger passengers pay payment people per person persona personas personen personne personnes persoon
    pessoa pessoas pick please plus por pour precio preis preise preço price prices prijs prix product quarto
    que really room same saturday se seat seats sein september ser show sind so some still stock su sunday take
    tax taxes te tell tener ter than thank thanks that the them then there these they this those three thursday
    ticket tickets to today tomorrow too totaal total train trains trein tren tres trois tuesday twee two um uma
    un una und under une uns user using van vat venir verfügbar verfügbare vlucht vluchten vol vols vom von voo
    voor voos vor vous vuelo vuelos want we wednesday week werden when which wij will wir with without would
    year yo you your zijn zimmer zug zum zur zwei être
"""

FREE_CJK = quick(
    r"[的了是在和与或为请帮我您你把要最一个张位人航班酒店房间价格票可用选项款式商品东西能可以预订订买はのをにでがとも者さんくださいたいですます宿泊名泊室料金お願探予約"
    r"方案组合选择产品现在目前]+"
)
