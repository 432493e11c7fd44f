import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Rules = { owners: Readonly<Record<string, string>>; exempt: Readonly<Record<string, string>> };

const SENDING = /^(?:type )?(?:tell|notify|postMails|queueMails|queueEmails|writeAudit|forgetWordsAbout)\b/u;

/**
 * Finds tables without an owner, queries and commands files that write another capability's table, and queries files that notify, mail or audit.
 * One sentence each, for the code below `root`.
 */
export function findBreaches(root: string, { owners, exempt }: Rules): string[] {
  const sources = globSync('src/server/{features,adapters,backup}/**/*{queries,commands}.ts', { cwd: root }).sort();
  return [
    ...findUnowned(root, owners),
    ...sources.filter((file) => !(file in exempt)).flatMap((file) => findIn(file, readFileSync(join(root, file), 'utf8'), owners)),
  ];
}

function findUnowned(root: string, owners: Rules['owners']): string[] {
  const text = readFileSync(join(root, 'src/server/db/tables.ts'), 'utf8');
  const declared = [...text.matchAll(/^ {2}(\w+): \w+Table;$/gmu)].map(([, name = '']) => name);
  return declared.filter((table) => !(table in owners)).map((table) => `${table} has no owner: add it to scripts/tables/owners.ts.`);
}

function findIn(file: string, source: string, owners: Rules['owners']): string[] {
  const capability = capabilityOf(file);
  const written = writtenTables(source).filter((table) => table in owners && owners[table] !== capability);
  const breaches = written.map((table) => `${file} writes ${table}, which belongs to ${owners[table]}.`);
  return file.endsWith('queries.ts') ? [...breaches, ...findSending(file, source)] : breaches;
}

/** The folder below `features` or `adapters`; `backup` is a capability of its own. */
function capabilityOf(file: string): string {
  const [room = '', name = ''] = file.replace('src/server/', '').split('/');
  return room === 'backup' ? room : name;
}

function writtenTables(source: string): string[] {
  const built = [...source.matchAll(/\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\('(\w+)'/gu)];
  const raw = [...source.matchAll(/\b(?:insert into|update|delete from|replace into) "?([a-z]\w*)"?(?= *(?:\(|set\b|where\b|select\b|values\b|\n|`))/giu)];
  return [...new Set([...built, ...raw].map(([, table = '']) => table.toLowerCase()))];
}

/** Finds imports of functions that notify, mail or audit. */
function findSending(file: string, source: string): string[] {
  const imports = [...source.matchAll(/import \{([^}]*)\} from '[^']*\/(?:notices|notifications|mail|audit)\/index\.ts'/gu)];
  const names = imports.flatMap(([, list = '']) => list.split(',').map((name) => name.trim()));
  return names.filter((name) => SENDING.test(name)).map((name) => `${file} imports ${name}: a use case that does more than write its own tables is a command.`);
}
