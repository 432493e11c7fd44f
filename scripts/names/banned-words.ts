/** A banned word, matched in a name split into lowercase words: `inHandPhoto` is `in hand photo`. */
export type BannedWord = {
  pattern: RegExp;
  write: string;
  /** The files where it is banned; all when absent. */
  within?: RegExp;
};

/** Words that names in this project must not use, with the usual term instead. */
export const BANNED_WORDS: BannedWord[] = [
  { pattern: /\b(shelf|shelves)\b/, write: 'search index' },
  { pattern: /\bsieve\b/, write: 'filter' },
  { pattern: /\bmeaning\b/, write: 'parsed query' },
  { pattern: /\b(photo )?prints?\b/, write: 'perceptual hash' },
  { pattern: /\bseen photos?\b/, write: 'duplicate photo' },
  { pattern: /\bfinds\b/, write: 'match' },
  { pattern: /(?<!\bis |\bare )\bworth\b(?! (try|retry)ing)/, write: 'price estimate' },
  { pattern: /\bsales book\b/, write: 'sales history' },
  { pattern: /\bfair (range|price|low)\b/, write: 'price range' },
  { pattern: /\bin hand\b/, write: 'proof of possession' },
  { pattern: /\bnotices?\b/, write: 'notification' },
  { pattern: /\b(tell|told|untold|telling)\b/, write: 'notify' },
  { pattern: /\bletters?\b/, write: 'email template', within: /(features|adapters)\/(mail|accounts|notifications|orders|removals)\// },
  { pattern: /\bin (our )?words\b/, write: 'describe…, format…' },
  { pattern: /\w words$/, write: 'text, labels', within: /^src\/web\// },
  { pattern: /\breaders?\b/, write: 'recipient', within: /features\/(mail|notifications|payments|orders)\// },
  { pattern: /\b(life|arrow)\b/, write: 'lifecycle, transition', within: /features\/(orders|payments)\// },
  { pattern: /\bmoved?\b/, write: 'transition', within: /features\/orders\// },
  { pattern: /\bon hold\b|\b(set|put) aside\b/, write: 'under review, suspended' },
  { pattern: /\b(hold|holds|held)\b/, write: 'reservation; under review; stored' },
  { pattern: /\bretired?\b/, write: 'intent pending cancellation' },
  { pattern: /\bwritten (models?|brands?)\b|\bstock\b/, write: 'built-in catalog, demo listings' },
  { pattern: /\bcatalogue\b/, write: 'catalog' },
  { pattern: /\b(watch|watched)\b/, write: 'metrics', within: /^src\/server\// },
  { pattern: /\b(gates?|doors?)\b/, write: 'concurrency limit, auth handler' },
  { pattern: /\bplaces?\b/, write: 'client network', within: /^src\/server\/(security|http|adapters\/identity)\// },
  { pattern: /\bface\b/, write: 'branding', within: /^src\/(server|web)\/(?!.*phone-models|db\/)/ },
  { pattern: /\buse shop\b/, write: 'useApp' },
  { pattern: /\b(kept|keeper|keeping|packed)\b|^keeps?$/, write: 'cached, stored, saved; compressed' },
  { pattern: /\bsaid\b/, write: 'input' },
  { pattern: /^refused$/, write: 'the kind itself: ConflictError, NotFoundError …', within: /^class:/ },
];

/** Exceptions, each with its reason. */
export const ALLOWED_NAMES: Record<string, string> = {
  inHand: 'field of the API',
  inHandPhoto: 'field of the API',
  worth: 'field of the API',
  said: 'field of the API, and the column behind it',
  held: 'field of the API',
  heldUntil: 'field of the API',
  heldForMs: 'field of the API',
  holdMinutes: 'field of the API',
  hold: 'kind of decision in the API',
  holds: 'queue in the API',
  seen_photos: 'reason in the API',
  on_hold: 'code in the API',
  hold_over: 'code in the API',
  listing_held: 'act in the audit log',
  payment_kept: 'act in the audit log',
  kept: 'state of a payment in the API',
  ALLOW_KEPT_MAIL: 'setting',
  PAYMENT_HOLD_SECONDS: 'setting',
  print: 'a stylesheet’s word for paper',
  printErr: 'name of a dependency’s option',
};
