import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The shop's own secret: the operator's, or one made at the first start and kept in the data directory for its owner alone. */
export function readOrMakeSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) keepFirst(file, `${randomBytes(32).toString('hex')}\n`);
  return readFileSync(file, 'utf8').trim();
}

/** Writes a file that appears whole, and leaves it as it is where another process was faster. */
function keepFirst(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

/** A secret for one purpose, made from the shop's: knowing one tells nothing of another. */
export const deriveSecret = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');
