import { readFileSync } from 'node:fs';

type Environment = Record<string, string | undefined>;

/**
 * Completes the environment with settings read from files (`AUTH_SECRET_FILE` for `AUTH_SECRET`). Errors name settings, never values. Any setting
 * may be in a file, so none can be forgotten.
 */
export function readSettingFiles(environment: Environment, names: readonly string[]): { environment: Environment; faults: string[] } {
  const read: Environment = {};
  const faults: string[] = [];
  for (const name of names) {
    const file = environment[`${name}_FILE`];
    if (!isGiven(file)) continue;
    if (isGiven(environment[name])) {
      faults.push(`${name}_FILE: ${name} is set, too; leave one of them out.`);
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
}

const isGiven = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';
