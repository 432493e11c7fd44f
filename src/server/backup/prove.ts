import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { knownMigrations } from '../db/migrations.ts';
import { OperatorFault } from '../errors.ts';
import { type Entry, readArchive, sumLine } from './archive.ts';
import { FORMAT, FORMAT_VERSION, Head, Manifest, type Member, memberOf } from './format.ts';
import { explainFileTrouble } from './trouble.ts';

/** A row in a backup: its values in the order of the table's columns. */
export type StoredRow = (string | number | boolean | null)[];
const StoredRow = z.array(z.union([z.string(), z.number(), z.boolean(), z.null()]));

/** Receives each member once it is validated against the preceding ones; its hash is confirmed only at the end. */
export type Receiver = {
  head?(head: Head): Promise<void>;
  rows?(table: string, rows: StoredRow[]): Promise<void>;
  picture?(picture: { id: string; file: string }, bytes: Buffer): Promise<void>;
  secret?(sealed: Buffer): Promise<void>;
  configuration?(text: Buffer): Promise<void>;
};

export type Proven = { head: Head; manifest: Manifest };

/** `why` is part of a sentence. */
export class UnusableBackup extends OperatorFault {
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

const Beginning = z.object({ format: z.literal(FORMAT), version: z.number() });

/**
 * Reads a whole backup, verifies every part and passes each on as it is read. Throws `OperatorFault` when the backup is damaged, incomplete or no
 * backup at all.
 */
export async function proveBackup(file: string, receiver: Receiver = {}): Promise<Proven> {
  const follower = createFollower(receiver);
  const there = await stat(file).catch((error: unknown) => error);
  if (there instanceof Error) throw unreadable(file, there);
  const entries = readArchive(file);
  for (;;) {
    const next = await entries.next().catch((error: unknown) => {
      if (error instanceof OperatorFault) throw error;
      if (error instanceof Error && 'syscall' in error) throw unreadable(file, error);
      throw follower.isBegun() ? notWhole('it’s cut off or was changed') : noBackup();
    });
    if (next.done) return follower.end();
    await follower.follow(next.value);
  }
}

/** Validates the members of one file in order, and throws at the first unexpected one. */
function createFollower(receiver: Receiver) {
  const total = createHash('sha256');
  const rows: Record<string, number> = {};
  let head: Head | null = null;
  let manifest: Manifest | null = null;
  let lines = '';
  let [members, bytes, pictureFiles, tableAt, part] = [0, 0, 0, 0, 0];
  let hasSecret = false;

  const takeRows = async (head: Head, member: Extract<Member, { kind: 'rows' }>, content: Buffer): Promise<void> => {
    const at = head.tables.findIndex(({ name }) => name === member.table);
    part = at === tableAt ? part + 1 : 1;
    if (at < tableAt || member.part !== part) throw notWhole('rows are missing or out of order');
    tableAt = at;
    const read = readRows(content, head.tables[at]?.columns.length ?? 0);
    rows[member.table] = (rows[member.table] ?? 0) + read.length;
    await receiver.rows?.(member.table, read);
  };

  const takeManifest = (content: Buffer): void => {
    const read = Manifest.safeParse(readJson(content));
    if (!read.success) throw notWhole('its last part can’t be read');
    const input = read.data;
    const isSame =
      lines === '' &&
      input.sha256 === total.digest('hex') &&
      input.members === members &&
      input.bytes === bytes &&
      input.pictureFiles === pictureFiles &&
      input.hasSecret === hasSecret &&
      (head?.tables ?? []).every(({ name }) => (input.rows[name] ?? 0) === (rows[name] ?? 0));
    if (!isSame) throw notWhole('its parts don’t match its table of contents');
    manifest = input;
  };

  const take = async (member: Member, { name, bytes: content }: Entry): Promise<void> => {
    if (member.kind === 'sums') {
      if (content.toString() !== lines) throw notWhole('a hash doesn’t match');
      total.update(lines);
      lines = '';
      return;
    }
    if (member.kind === 'manifest') return takeManifest(content);
    lines += sumLine({ name, bytes: content });
    members += 1;
    bytes += content.length;
    if (head === null) {
      head = readHead(content);
      return receiver.head?.(head);
    }
    if (member.kind === 'head') throw notWhole('it begins twice');
    if (member.kind === 'rows') return takeRows(head, member, content);
    if (member.kind === 'configuration') return receiver.configuration?.(content);
    if (member.kind === 'secret') {
      hasSecret = true;
      return receiver.secret?.(content);
    }
    if (member.kind !== 'picture') return;
    pictureFiles += 1;
    await receiver.picture?.(member, content);
  };

  return {
    async follow(entry: Entry): Promise<void> {
      const member = memberOf(entry.name);
      if (head === null && member?.kind !== 'head') throw noBackup();
      if (member === null) throw new OperatorFault(`This file holds ${JSON.stringify(entry.name)}, which no backup contains. Nothing was changed.`);
      if (manifest !== null) throw notWhole('there is data after its end');
      await take(member, entry);
    },
    isBegun: () => head !== null,
    end(): Proven {
      if (head === null) throw noBackup();
      if (manifest === null) throw notWhole('its end is missing');
      return { head, manifest };
    },
  };
}

const notWhole = (why: string): UnusableBackup =>
  new UnusableBackup(`This backup is damaged or incomplete (${why}). Use another one. Nothing was changed.`, why);

function unreadable(file: string, error: Error): UnusableBackup {
  const why = explainFileTrouble(error) ?? error.message;
  return new UnusableBackup(`The backup ${file} can’t be read: ${why}.`, why);
}

function readRows(bytes: Buffer, width: number): StoredRow[] {
  const text = bytes.toString();
  if (!text.endsWith('\n')) throw notWhole('rows are cut off');
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const row = StoredRow.safeParse(readJson(Buffer.from(line)));
      if (!row.success || row.data.length !== width) throw notWhole('a row can’t be read');
      return row.data;
    });
}

function readJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw notWhole('something in it can’t be read');
  }
}

function readHead(bytes: Buffer): Head {
  const json = readJson(bytes);
  const beginning = Beginning.safeParse(json);
  if (!beginning.success) throw noBackup();
  const newer = (what: string) =>
    new OperatorFault(`This backup was made by a newer version of the shop (${what}). Restore it with that version. Nothing was changed.`);
  if (beginning.data.version > FORMAT_VERSION) throw newer(`its format is ${beginning.data.version}, this version reads up to ${FORMAT_VERSION}`);
  const head = Head.safeParse(json);
  if (!head.success) throw notWhole('its first part can’t be read');
  const known = knownMigrations();
  const unknown = head.data.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw newer(`its database has ${unknown.join(', ')}`);
  if (head.data.migrations.length === 0) throw notWhole('its database has no version');
  return head.data;
}

const noBackup = (): UnusableBackup => new UnusableBackup('This file isn’t a backup of a shop. Nothing was changed.', 'it isn’t a backup');
