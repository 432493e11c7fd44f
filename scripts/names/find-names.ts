import { parseSync } from 'vite';
import { ALLOWED_NAMES, BANNED_WORDS } from './banned-words.ts';

/** Existing migrations never change. */
const LANDED = /^src\/server\/db\/migrations\//;
/** These files name the banned words themselves. */
const TABLE = /^(scripts\/names\/|test\/checks\/)/;

type Node = { type: string; name?: unknown };

/** Finds banned words in a file's path and identifiers; one sentence each. */
export function findBannedNames({ file, source }: { file: string; source: string }): string[] {
  if (LANDED.test(file) || TABLE.test(file)) return [];
  const path = file.split('/').flatMap((part) => faultsOf(file, part.replace(/\..*$/, '')));
  const declared = [...namesOf(file, source)].flatMap((name) => faultsOf(file, name));
  return [...path, ...declared].map((fault) => `${file}: ${fault}`);
}

function faultsOf(file: string, name: string): string[] {
  if (Object.hasOwn(ALLOWED_NAMES, name)) return [];
  const words = toWords(name);
  return BANNED_WORDS.filter(({ pattern, within }) => pattern.test(words) && (within?.test(file) ?? true)).map(({ write }) => `${name} should say: ${write}`);
}

/** Splits `inHandPhotos`, `IN_HAND`, `in-hand` and `in_hand` into lowercase words. */
export function toWords(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[_$-]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** All different identifiers of a file. */
function namesOf(file: string, source: string): Set<string> {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`);
  const names = new Set<string>();
  collect(program, names);
  return names;
}

function collect(node: object, names: Set<string>): void {
  const { type, name } = node as Node;
  if ((type === 'Identifier' || type === 'JSXIdentifier' || type === 'PrivateIdentifier') && typeof name === 'string') names.add(name);
  for (const inner of Object.values(node)) {
    if (Array.isArray(inner)) for (const one of inner) typeof one === 'object' && one !== null && collect(one, names);
    else if (typeof inner === 'object' && inner !== null && !(inner instanceof RegExp)) collect(inner, names);
  }
}
