import { readFileSync } from 'node:fs';

/** The settings that are secrets, or hold one: each may be said by the name of a file, `NAME_FILE`, too. */
export const SECRET_SETTINGS = [
  'AUTH_SECRET',
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'IMGBB_KEY',
] as const;

type Environment = Record<string, string | undefined>;

const isSaid = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** The environment with the secrets that stand in files, and what is wrong with those, by the settings' names and never by a value. */
export const readSecretFiles = (environment: Environment): { environment: Environment; faults: string[] } => {
  const read: Environment = {};
  const faults: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const file = environment[`${name}_FILE`];
    if (!isSaid(file)) continue;
    if (isSaid(environment[name])) {
      faults.push(`${name}_FILE: ${name} is said, too; leave one of them out.`);
      continue;
    }
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text === '') faults.push(`${name}_FILE: the file is empty.`);
      else read[name] = text;
    } catch (error) {
      faults.push(`${name}_FILE: the file can’t be read (${(error as NodeJS.ErrnoException).code ?? 'no reason given'}).`);
    }
  }
  return { environment: { ...environment, ...read }, faults };
};
