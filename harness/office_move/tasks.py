"""Four moves to arrange. In each, the cheapest supplier of one service turns out to have nothing free on the day."""

from dataclasses import dataclass

from planscope.harness.office_move.world import OfficeMove, Service, Supplier


@dataclass(frozen=True, slots=True)
class Need:
    """A service that a move needs, and for how many hours."""

    service: Service
    hours: float


@dataclass(frozen=True, slots=True)
class Move:
    """A task: what is to be arranged, where, when, and for how much at most (EUR)."""

    id: str
    city: str
    date: str
    needs: tuple[Need, ...]
    limit: float
    suppliers: tuple[Supplier, ...]

    @property
    def request(self) -> str:
        """What the user asks for."""
        *some, last = [f"{n.service} for {n.hours:g} hours" for n in self.needs]
        return (
            f"Please arrange our office move in {self.city} on {self.date}. We need {', '.join(some)} and {last}. "
            f"Take the cheapest that are free. It may cost {self.limit:,.2f} EUR in all. Tell me what you booked, with "
            f"the price of each and the total."
        )

    def world(self) -> OfficeMove:
        """A new world to do it in."""
        return OfficeMove(self.suppliers, self.limit)


def _offers(city: str, date: str, *rows: tuple[Service, str, float, float, float, float, bool]) -> tuple[Supplier, ...]:
    return tuple(
        Supplier(name, service, city, fee, rate, rating, km, (date,) if full else ())
        for service, name, fee, rate, rating, km, full in rows
    )


MOVES = (
    Move(
        "studio", "Lindau", "2026-05-09", (Need("movers", 6), Need("cleaning", 4)), 900,
        _offers(
            "Lindau", "2026-05-09",
            ("movers", "Kessler Transport", 60, 71.50, 4.1, 3.2, True),
            ("movers", "Seehafen Movers", 75, 78.25, 4.6, 5.9, False),
            ("movers", "Alpenrand Logistics", 40, 94.00, 4.4, 12.5, False),
            ("cleaning", "Klarwasser", 25, 34.80, 4.0, 2.1, False),
            ("cleaning", "Blank & Sauber", 20, 41.10, 4.7, 4.4, False),
        ),
    ),
    Move(
        "two-floors", "Ghent", "2026-06-18", (Need("movers", 9), Need("network", 5), Need("cleaning", 7)), 1800,
        _offers(
            "Ghent", "2026-06-18",
            ("movers", "Van Daele Verhuis", 85, 83.40, 4.3, 6.0, False),
            ("movers", "Leie Movers", 70, 97.10, 4.8, 2.7, False),
            ("network", "Kabelman", 55, 62.90, 3.9, 9.3, True),
            ("network", "Portus Networks", 48, 69.35, 4.5, 4.8, False),
            ("cleaning", "Helder", 30, 31.20, 4.2, 1.9, False),
            ("cleaning", "Netjes", 28, 38.60, 4.4, 3.6, False),
        ),
    ),
    Move(
        "archive", "Braga", "2026-09-03", (Need("movers", 4), Need("storage", 12)), 640,
        _offers(
            "Braga", "2026-09-03",
            ("movers", "Minho Mudanças", 45, 58.70, 4.5, 4.0, False),
            ("movers", "Rápida", 38, 66.15, 4.0, 2.2, False),
            ("storage", "Cofre Seco", 12, 17.45, 3.8, 7.7, True),
            ("storage", "Armazém Norte", 15, 18.90, 4.3, 5.1, False),
        ),
    ),
    Move(
        "laboratory", "Turku", "2026-10-22", (Need("movers", 8), Need("cleaning", 6), Need("storage", 10)), 1700,
        _offers(
            "Turku", "2026-10-22",
            ("movers", "Aura Muutot", 90, 88.60, 4.7, 3.3, True),
            ("movers", "Satama Kuljetus", 80, 92.45, 4.2, 6.4, False),
            ("cleaning", "Kirkas", 35, 43.70, 4.6, 2.8, False),
            ("cleaning", "Puhto", 30, 49.95, 4.1, 5.5, False),
            ("storage", "Saaristo Varasto", 20, 21.30, 4.0, 8.9, False),
            ("storage", "Kuiva Tila", 26, 24.85, 4.4, 3.9, False),
        ),
    ),
)  # fmt: skip
