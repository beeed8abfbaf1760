"""What secrets look like: the shapes that vendors document for their tokens, and the names under which secrets stand.

Each shape is (type, pattern): the type is what the mask says, the pattern is RE2 syntax on bytes, and a group in it is
the part that is secret where that is not the whole. Shapes with a vendor's own prefix are told from all else by it;
what has none (a password, an AWS secret key) is found by its name or by its entropy.
"""

from typing import Final

_UUID = r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

# Longer prefixes stand before those that begin like them: the first that fits names the type.
SHAPES: Final[tuple[tuple[str, str], ...]] = (
    ("anthropic", r"sk-ant-[a-z0-9]{3,10}-[\w-]{20,}"),
    ("openrouter", r"sk-or-(?:v\d-)?[0-9a-zA-Z]{32,}"),
    ("langfuse", rf"[sp]k-lf-{_UUID}"),
    ("openai", r"sk-(?:proj|svcacct|admin|None)-[\w-]{20,}|sk-[A-Za-z0-9]{32,}|sess-[A-Za-z0-9]{40}"),
    ("stripe", r"(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}"),
    ("elevenlabs", r"sk_[0-9a-f]{48}"),
    ("aws", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}"),
    ("github", r"gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{36,}"),
    ("gitlab", r"gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|soat|oas|ffct)-[\w-]{20,}"),
    ("google", r"AIza[\w-]{35}|GOCSPX-[\w-]{28}|ya29\.[\w-]{30,}"),
    ("slack", r"xox[abeoprs]-[0-9A-Za-z-]{16,}|xapp-\d-[0-9A-Za-z-]{20,}|hooks\.slack\.com/services/([\w/]{30,})"),
    ("twilio", r"\bSK[0-9a-f]{32}\b"),
    ("sendgrid", r"SG\.[\w-]{20,24}\.[\w-]{39,50}"),
    ("mailgun", r"\bkey-[0-9a-f]{32}\b"),
    ("mailchimp", r"\b[0-9a-f]{32}-us\d{1,2}\b"),
    ("npm", r"npm_[A-Za-z0-9]{36}"),
    ("pypi", r"pypi-[\w-]{50,}"),
    ("rubygems", r"rubygems_[0-9a-f]{48}"),
    ("docker", r"dckr_(?:pat|oat)_[\w-]{20,}"),
    ("hugging-face", r"\bhf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{34}"),
    ("replicate", r"\br8_[A-Za-z0-9]{37}"),
    ("groq", r"gsk_[A-Za-z0-9]{40,}"),
    ("xai", r"xai-[A-Za-z0-9]{60,}"),
    ("perplexity", r"pplx-[A-Za-z0-9]{40,}"),
    ("fireworks", r"\bfw_[A-Za-z0-9]{22,}"),
    ("tavily", r"tvly-(?:(?:dev|prod)-)?[A-Za-z0-9]{20,}"),
    ("firecrawl", r"\bfc-[0-9a-f]{32}\b"),
    ("e2b", r"e2b_[0-9a-f]{40}"),
    ("pinecone", r"pcsk_[A-Za-z0-9_]{40,}"),
    ("langsmith", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}|ls__[0-9a-f]{32}"),
    ("digitalocean", r"do[opr]_v1_[0-9a-f]{64}"),
    ("shopify", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    ("square", r"sq0(?:atp|csp|idp)-[\w-]{22,}|\bEAAA[\w-]{60}"),
    ("databricks", r"\bdapi[0-9a-f]{32}(?:-\d)?"),
    ("dropbox", r"\bsl\.[\w-]{60,}"),
    ("atlassian", r"AT(?:ATT3|BB|CTT3)[\w=-]{28,}"),
    ("linear", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    ("notion", r"ntn_[A-Za-z0-9]{40,}|\bsecret_[A-Za-z0-9]{43}"),
    ("figma", r"fig[dour]_[\w-]{40,}"),
    ("airtable", r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}"),
    ("telegram", r"\b\d{8,10}:AA[\w-]{33}"),
    ("discord", r"\b[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}|discord(?:app)?\.com/api/webhooks/([\w/-]{60,})"),
    ("postman", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    ("new-relic", r"NR(?:AK|II|AA)-[A-Za-z0-9]{27,}"),
    ("grafana", r"glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}|glc_[\w+/=]{32,}"),
    ("sentry", r"sntry[su]_[\w+/=-]{40,}"),
    ("vault", r"\bhv[sbr]\.[\w-]{24,}"),
    ("terraform", r"\b[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}"),
    ("doppler", r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.(?:[\w-]+\.)?[A-Za-z0-9]{40,}"),
    ("planetscale", r"pscale_(?:tkn|pw|oauth)_[\w.=-]{32,}"),
    ("supabase", r"sb[pv]_[0-9a-f]{40}|sb_secret_[\w-]{30,}"),
    ("netlify", r"nf[cpoub]_[A-Za-z0-9]{36,}"),
    ("fly", r"\bFlyV1 fm\d_[\w+/=,-]{60,}|\bfo1_[\w-]{43}"),
    ("heroku", rf"HRKU-(?:AA[\w-]{{58}}|{_UUID})"),
    ("pulumi", r"\bpul-[0-9a-f]{40}"),
    ("azure", r"AccountKey=([A-Za-z0-9+/]{80,}={0,2})|\b[\w~.-]{3}8Q~[\w~.-]{31,34}|SharedAccessKey=([\w+/=]{40,})"),
    ("age", r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    ("jwt", r"\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{10,}"),
    (
        "private-key",
        r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----(?:[\w+/=\s\\:,.]|-\w)+"
        r"(?:-----END [A-Z0-9 ]{0,30}-----)?",
    ),
    ("url-password", r"[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s/:@\"'<>]*:([^\s/@\"'<>]{3,})@[\w.\[-]"),
    ("bearer", r"(?i:\bbearer\s+)([\w.~+/-]{16,}=*)"),
    ("basic-auth", r"(?i:authorization\W{1,6}basic\s+)([\w+/-]{8,}=*)"),
)

# Names, in lower case with "_" between words, whose values are secret whatever they look like ...
PASSWORDS: Final = r"pass_?words?|passwd|pass_?phrase|pwd|pass_?code|db_pass|cookies?|set_cookie|authorization"
# ... and those whose values are when they look like more than a word.
TOKENS: Final = (
    r"secrets?|api_?keys?|api_?secret|api_?token|app_?secret|app_?key|access_?keys?|private_?keys?|secret_?keys?"
    r"|signing_?keys?|encryption_?keys?|master_?key|account_?key|auth_?token|access_?token|refresh_?token|bearer_?token"
    r"|session_?token|id_?token|csrf_?token|client_?secret|webhook_?secret|credentials?|connection_?string|auth_?key"
    r"|personal_?access_?token|deploy_?token|bot_?token|[a-z]+_pat"
)
AFTER: Final = r"(?:_(?:value|b64|base64|prod|production|dev|staging|test|live|old|new|\d+))?"  # what may still follow

# Values that stand for a secret, and are none.
STAND_INS: Final = (
    r"[$%<{*#@]|x{3}|\.{3}|your|my[_-]|example|change|dummy|fake|placeholder|sample|todo|none\b|null\b|nil\b|true\b|false\b"
    r"|undefined|string\b|str\b|required|optional|hidden|masked|removed|include\b|omit\b|same-origin|\[?redact|process\.env"
    r"|import\.meta|os\.|env[.\[(]|getenv|secrets?\.|self\.|this\.|config\.|settings\.|args\.|options\.|req\.|ctx\.|var\."
    r"|data\.|vault:|op://|ssm:|arn:|file:"
)
