import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The shop's own secret: the operator's, or one made at the first start and kept in the data directory for its owner alone. */
export const readOrMakeSecret = (configured: string | null, dataDir: string): string => {
  if (configured) return configured;
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return readFileSync(file, 'utf8').trim();
};

/** A secret for one purpose, made from the shop's: knowing one tells nothing of another. */
export const deriveSecret = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');
