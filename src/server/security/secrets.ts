import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorFault } from '../errors.ts';

/** In characters. */
export const LEAST_SECRET = 32;

const fileIn = (dataDir: string): string => join(dataDir, 'secret');

/** The shop's secret: the operator's, or one generated at the first start and stored in the data directory, readable by its owner only. */
export function readOrMakeSecret(configured: string | null, dataDir: string): string {
  if (!configured && !existsSync(fileIn(dataDir))) keepFirst(fileIn(dataDir), `${randomBytes(32).toString('hex')}\n`);
  return readSecret(configured, dataDir);
}

/** The same of a shop that has been started before. Throws `OperatorFault` when it has none, or one that can be guessed, such as that of an empty file. */
export function readSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const file = fileIn(dataDir);
  if (!existsSync(file))
    throw new OperatorFault(`The shop’s secret isn’t in ${file}. Set DATA_DIR to the shop’s data directory, or AUTH_SECRET to its secret.`);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length >= LEAST_SECRET) return secret;
  throw new OperatorFault(
    `${file} has no secret of ${LEAST_SECRET} characters or more. Write the shop’s secret to it; or delete it, and the next start makes a new one.`,
  );
}

/** Writes a file atomically; an existing file, such as one another process has just written, stays unchanged. */
function keepFirst(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  try {
    linkSync(unfinished, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(unfinished);
  }
}

/** Derives a secret for one purpose from the shop's; knowing one reveals nothing about another. */
export const deriveSecret = (secret: string, purpose: string): string => createHmac('sha256', secret).update(purpose).digest('hex');
