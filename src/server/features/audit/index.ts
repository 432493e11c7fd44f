export type { Head } from './entry.ts';
export { forgetWordsAbout } from './forget-queries.ts';
export { sealAudit } from './seal-queries.ts';
export { type Break, type Verdict, verifyAudit } from './verify.ts';
export { type Deed, writeAudit } from './write-queries.ts';
