import { z } from 'zod';

const Backup = z.object({ at: z.union([z.number(), z.iso.datetime()]), bytes: z.int().nonnegative(), file: z.string().nullish() });
export type LastBackup = { at: number; bytes: number; file: string | null };

/** Reads the record that a backup left; null when there is none, or it is unreadable. */
export function readLastBackup(text: string | null): LastBackup | null {
  if (text === null) return null;
  try {
    const parsed = Backup.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { at, bytes, file = null } = parsed.data;
    return { at: typeof at === 'number' ? at : Date.parse(at), bytes, file };
  } catch {
    return null;
  }
}
