import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '#server/db/database.ts';
import { verifyAudit } from '#server/features/audit/index.ts';
import { createRandom } from '#server/repeatable-random.ts';
import { findOldPresentations } from '#test/support/presentations.ts';
import { type ServerProcess, startServer } from '#test/support/server-process.ts';
import { insertFrontPictureIn } from '#test/support/world/stored-pictures.ts';
import { type Acknowledged, KINDS, nothingAcknowledged, signInAgain, signUpPeople, WITH_ADMIN, writeUntil } from './crash-writers.ts';

/** Rounds between two logins. */
const RENEWED = 10;
/** Rounds within which something new must be acknowledged: where nothing is written, nothing can be lost. */
const STRETCH = 10;
const LOOK_MS = 5;
const MOST_LOOKS = 2000;

/**
 * Kills a shop repeatedly in the middle of its writes. Returns how much was acknowledged and what was lost. A stretch of rounds in which nothing new
 * was acknowledged counts as a loss, and so does a kind of row that never was.
 */
export async function killAgainAndAgain(
  settings: Record<string, string> & { DATA_DIR: string },
  { kills, seed, longestMs = 900, say = () => {} }: { kills: number; seed: number; longestMs?: number; say?: (line: string) => void },
): Promise<{ acknowledged: Acknowledged; losses: string[] }> {
  const random = createRandom(seed);
  const acknowledged = nothingAcknowledged();
  let before = 0;
  let people: Awaited<ReturnType<typeof signUpPeople>> | null = null;
  for (let round = 1; round <= kills; round += 1) {
    const shop: ServerProcess = await startServer({ ...settings, ...WITH_ADMIN });
    await insertFrontPictureIn(settings.DATA_DIR);
    // Access tokens expire before a long trial ends: without new ones nothing would be written anymore, and nothing could be lost.
    people = people === null ? await signUpPeople(shop.url) : round % RENEWED === 0 ? await signInAgain(shop.url) : people;
    let isOver = false;
    const writing = writeUntil(shop.url, people, acknowledged, () => isOver);
    // On a slow machine a round could end before anything was written, so every second round waits for the first write.
    const first = sizeOf(acknowledged);
    for (let looks = 0; round % 2 === 0 && looks < MOST_LOOKS && sizeOf(acknowledged) === first; looks += 1) await wait(LOOK_MS);
    await wait(random() * longestMs);
    await shop.kill();
    isOver = true;
    await writing;
    const losses = await findLosses(settings.DATA_DIR, acknowledged);
    if (losses.length > 0) return { acknowledged, losses: losses.map((loss) => `after kill ${round}: ${loss}`) };
    if (round % STRETCH > 0) continue;
    const counts = KINDS.map((kind) => `${acknowledged[kind].size} ${kind}`).join(', ');
    say(`${round} kills: ${counts}, all there`);
    const now = sizeOf(acknowledged);
    if (now === before) return { acknowledged, losses: [`after kill ${round}: nothing new was acknowledged in ${STRETCH} kills`] };
    before = now;
  }
  const never = kills < STRETCH ? [] : KINDS.filter((kind) => acknowledged[kind].size === 0);
  return { acknowledged, losses: never.map((kind) => `no ${kind} were acknowledged in ${kills} kills`) };
}

const sizeOf = (acknowledged: Acknowledged): number => KINDS.reduce((sum, kind) => sum + acknowledged[kind].size, 0);

/**
 * Finds what is wrong with a stopped shop's data directory: acknowledged rows that are missing, there or in the audit log, stored
 * presentations that are older than their listing, and failed integrity checks of the database and the log.
 */
export async function findLosses(dataDir: string, acknowledged: Acknowledged): Promise<string[]> {
  return [...findLostRows(dataDir, acknowledged), ...(await findBroken(dataDir))];
}

function findLostRows(dataDir: string, acknowledged: Acknowledged): string[] {
  const database = new DatabaseSync(fileOf(dataDir));
  const idsOf = (table: string): Set<unknown> =>
    new Set(
      database
        .prepare(`select id from ${table}`)
        .all()
        .map(({ id }) => id),
    );
  const losses: string[] = [];
  const [integrity] = database.prepare('pragma integrity_check').all();
  if (integrity?.integrity_check !== 'ok') losses.push(`integrity_check: ${JSON.stringify(integrity)}`);
  const broken = database.prepare('pragma foreign_key_check').all();
  if (broken.length > 0) losses.push(`foreign_key_check: ${JSON.stringify(broken)}`);
  for (const table of ['listings', 'orders', 'payments', 'reports', 'decisions'] as const) {
    const there = idsOf(table);
    for (const id of acknowledged[table]) if (!there.has(id)) losses.push(`${table} ${id}`);
  }
  const written = new Set(
    database
      .prepare('select subject_id from audit_log')
      .all()
      .map(({ subject_id }) => subject_id),
  );
  for (const id of acknowledged.listings) if (!written.has(id)) losses.push(`listing ${id} in the audit log`);
  const { paid } = database.prepare("select count(*) as paid from payments where state = 'kept'").get() as { paid: number };
  if (paid < acknowledged.payments.size) losses.push(`${acknowledged.payments.size - paid} of the payments are not kept`);
  const stored = new Set(
    database
      .prepare('select address from images where stored_at is not null')
      .all()
      .map(({ address }) => address),
  );
  for (const address of acknowledged.pictures) {
    const file = join(dataDir, address);
    if (!stored.has(address) || !existsSync(file) || readdirSync(join(file, '..')).length < 3) losses.push(`picture ${address}`);
  }
  database.close();
  return losses;
}

const fileOf = (dataDir: string): string => join(dataDir, 'redial.db');

async function findBroken(dataDir: string): Promise<string[]> {
  const db = openDatabase({ kind: 'sqlite', file: fileOf(dataDir) });
  const [{ broken }, old] = await Promise.all([verifyAudit(db), findOldPresentations(db)]).finally(() => db.destroy());
  return [...(broken ? [`audit log: ${JSON.stringify(broken)}`] : []), ...old.map((id) => `old presentation of listing ${id}`)];
}
