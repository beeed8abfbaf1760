"""Errors that say that nothing can be had here at all, whatever is asked for: no key, nobody at the other end. Pure."""

import re

from planscope.analyzers.quick import quick

_LONGEST = 2000  # characters of an error that are read

_KEY = quick(
    r"\b401\b.{0,40}(?:key|token|unauthori[sz]ed)|invalid (?:api[ _-]?key|credentials|token|licen[cs]e|password)"
    r"|(?:api[ _-]?key|token|credentials|licen[cs]e|subscription|password) (?:is |are |has |have )?(?:been )?"
    r"(?:invalid|expired|revoked|missing|disabled)|not (?:authenticated|logged in|signed in)"
    r"|authentication (?:required|failed)"
    r"|(?:ungültiger?|abgelaufener?) (?:api-?)?(?:schlüssel|token)|nicht (?:angemeldet|authentifiziert)"
    r"|(?:clé|jeton)(?: d['’]api)? (?:invalide|expirée?)|authentification (?:requise|échouée)|non authentifié"
    r"|(?:clave|token|credenciales)(?: de api)? (?:no válid[oa]s?|inválid[oa]s?|caducad[oa]s?)|no autenticado"
    r"|(?:chave|token)(?: de api)? (?:inválid[oa]|expirad[oa])|não autenticado|ongeldige (?:api-?)?(?:sleutel|token)"
    r"|(?:密钥|令牌|凭证|凭据).{0,4}(?:无效|过期|失效)|未(?:登录|认证|授权)|(?:キー|トークン"
    r"|認証情報).{0,4}(?:無効|期限切れ)|未認証",
    re.I,
)
_NOBODY_THERE = quick(
    r"refused.{0,60}(?:\b127\.0\.0\.1|localhost|::1)|(?:\b127\.0\.0\.1|localhost|::1).{0,80}refused", re.I
)


def wants_a_key(error: str) -> bool:
    """Whoever calls is not let in at all (a key, a token, a licence that does not hold): no other argument mends it."""
    return len(error) <= _LONGEST and bool(_KEY.search(error))


def nobody_there(error: str) -> bool:
    """Nothing listens at a port of this very machine: it stays so until somebody starts what is to listen there."""
    return bool(_NOBODY_THERE.search(error[:_LONGEST]))
