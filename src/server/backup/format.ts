import { z } from 'zod';
import { UUID } from '#contract/shared/uuid.ts';

export const FORMAT = 'redial-backup';
/** Increases with each change to this format that older versions can't read. */
export const FORMAT_VERSION = 1;

/** The largest member: a batch of rows or a picture's file. */
export const MEMBER_BYTES = 128 * 1024 ** 2;

const Name = z.string().regex(/^[a-zA-Z_]\w{0,62}$/u);

/** The first member describes the others. */
export const Head = z.object({
  format: z.literal(FORMAT),
  version: z.int().positive(),
  shopVersion: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string().max(200)).max(10_000),
  /** Each after the tables it references. */
  tables: z.array(z.object({ name: Name, columns: z.array(z.object({ name: Name, type: z.string() })).min(1), key: z.array(Name).min(1) })).max(1000),
  /** Identifies the shop's secret without revealing it. */
  secretId: z.string(),
});
export type Head = z.output<typeof Head>;

/** The last member states what a complete backup contains. */
export const Manifest = z.object({
  members: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** SHA-256 over the lines of all `sums` members. One line per member: its SHA-256, two spaces, its name. */
  sha256: z.string(),
  rows: z.record(z.string(), z.int().nonnegative()),
  pictureFiles: z.int().nonnegative(),
  pictureBytes: z.int().nonnegative(),
  /** Pictures in the database whose files were not on the disk. */
  picturesMissing: z.int().nonnegative(),
  hasSecret: z.boolean(),
});
export type Manifest = z.output<typeof Manifest>;

export const HEAD = 'head.json';
export const CONFIGURATION = 'configuration.json';
export const SECRET = 'secret.json';
export const MANIFEST = 'manifest.json';

export const PICTURE_FILE = /^(?:\d{2,5}\.webp|card\.jpg)$/u;

/** A member's kind, by its name; null for names that no backup contains, so that no other name becomes a path. */
export type Member =
  | { kind: 'head' | 'configuration' | 'secret' | 'sums' | 'manifest' }
  | { kind: 'rows'; table: string; part: number }
  | { kind: 'picture'; id: string; file: string };

const PLAIN: Record<string, Member> = {
  [HEAD]: { kind: 'head' },
  [CONFIGURATION]: { kind: 'configuration' },
  [SECRET]: { kind: 'secret' },
  [MANIFEST]: { kind: 'manifest' },
};

export const rowsName = (table: string, part: number): string => `tables/${table}/${number(part)}.jsonl`;

const number = (count: number): string => String(count).padStart(6, '0');

export const sumsName = (part: number): string => `sums/${number(part)}.txt`;

export const pictureName = (id: string, file: string): string => `images/${id}/${file}`;

export function memberOf(name: string): Member | null {
  if (Object.hasOwn(PLAIN, name)) return PLAIN[name] ?? null;
  if (/^sums\/\d{6,9}\.txt$/u.test(name)) return { kind: 'sums' };
  const rows = /^tables\/(\w{1,63})\/(\d{6,9})\.jsonl$/u.exec(name);
  if (rows) return { kind: 'rows', table: rows[1] ?? '', part: Number(rows[2]) };
  const [folder, id = '', file = '', ...more] = name.split('/');
  return folder === 'images' && more.length === 0 && UUID.test(id) && PICTURE_FILE.test(file) ? { kind: 'picture', id, file } : null;
}
