import { join, resolve } from 'node:path';
import { z } from 'zod';

export type BackupConfig = {
  /** Null: no scheduled backups. */
  everyMs: number | null;
  directory: string;
  /** How many scheduled backups to keep. */
  save: number;
  /** Encrypts the shop's secret in a backup; null: the secret is left out. */
  passphrase: string | null;
};

const UNITS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export const backupSettings = {
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,3}[mhd]$/u, 'BACKUP_EVERY: set how often, such as 24h, 30m or 7d; leave it out for no scheduled backups.')
    .optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: z.coerce
    .number('BACKUP_KEEP: set how many backups to keep.')
    .int('BACKUP_KEEP: set a whole number of backups to keep.')
    .min(1, 'BACKUP_KEEP: set 1 or more.')
    .max(10_000, 'BACKUP_KEEP: set 10000 or less.')
    .default(7),
  BACKUP_PASSPHRASE: z.string().min(12, 'BACKUP_PASSPHRASE: set at least 12 characters that nobody can guess.').optional(),
};

type Environment = z.output<z.ZodObject<typeof backupSettings>>;

export function backupOf(env: Environment, dataDir: string): BackupConfig {
  return {
    everyMs: env.BACKUP_EVERY === undefined ? null : Number(env.BACKUP_EVERY.slice(0, -1)) * (UNITS[env.BACKUP_EVERY.slice(-1)] ?? 0),
    directory: env.BACKUP_DIR === undefined ? join(dataDir, 'backups') : resolve(env.BACKUP_DIR),
    save: env.BACKUP_KEEP,
    passphrase: env.BACKUP_PASSPHRASE ?? null,
  };
}
