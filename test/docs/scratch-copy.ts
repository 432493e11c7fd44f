import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');

/** A block of code in a recipe: which file it goes into, and where. */
export type Block = { file: string; place: 'new' | 'at the end' | 'at the top' | 'after' | 'in place of'; anchor: string; code: string };

export type Outcome = { code: number; output: string };

export type ScratchCopy = {
  directory: string;
  /** Applies a block. Throws unless its place exists exactly once. */
  write(block: Block): void;
  /** Runs a program of `node_modules/.bin`. */
  run(program: string, args: string[]): Promise<Outcome>;
  /** Checks the types, on one thread: each further one would resolve most types again. */
  compile(): Promise<Outcome>;
  remove(): void;
};

/** The project's current files in a separate directory, with linked packages. */
export function createScratchCopy(): ScratchCopy {
  const directory = mkdtempSync(join(tmpdir(), 'redial-recipe-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of listed.split('\0')) {
    if (file !== '' && existsSync(join(ROOT, file))) cpSync(join(ROOT, file), join(directory, file), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  return {
    directory,
    write: (block) => writeBlock(directory, block),
    run: (program, args) => runIn(directory, program, args),
    compile: () => runIn(directory, 'tsc', ['-p', '.', '--singleThreaded', '--pretty', 'false']),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function writeBlock(directory: string, block: Block): void {
  const path = join(directory, block.file);
  if ((block.place === 'new') === existsSync(path)) throw new Error(`${block.file} ${block.place === 'new' ? 'exists already' : 'is missing'}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, block.place === 'new' ? block.code : insert(readFileSync(path, 'utf8'), block));
}

function insert(text: string, { file, place, anchor, code }: Block): string {
  if (place === 'at the end') return `${text.trimEnd()}\n\n${code}`;
  if (place === 'at the top') return `${code}${text}`;
  if (text.split(anchor).length !== 2) throw new Error(`${file} does not have exactly one: ${anchor}`);
  if (place === 'in place of') return text.replace(anchor, () => code.trim());
  const end = text.indexOf('\n', text.indexOf(anchor)) + 1;
  return text.slice(0, end) + code + text.slice(end);
}

async function runIn(directory: string, program: string, args: string[]): Promise<Outcome> {
  const child = spawn(join(ROOT, 'node_modules/.bin', program), args, { cwd: directory, env: ownEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces: Buffer[] = [];
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
  child.stderr.on('data', (piece: Buffer) => pieces.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, output: stripVTControlCharacters(Buffer.concat(pieces).toString('utf8')) };
}

/** The environment without this test run's variables. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const shared = /^(?:VITEST|MIGRATED_|TEST_DATABASE_URL|NODE_OPTIONS|NODE_ENV|TEST$|STOCKED_SHOP)/u;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !shared.test(name)));
}

/** The code blocks below a heading of `docs/contributing.md`, and the commands to run. */
export function readRecipe(heading: string): { blocks: Block[]; commands: string[][] } {
  const text = readFileSync(join(ROOT, 'docs/contributing.md'), 'utf8');
  const [, recipe] = text.split(`\n### ${heading}\n`);
  if (recipe === undefined) throw new Error(`docs/contributing.md has no recipe "${heading}"`);
  const [own = ''] = recipe.split(/\n##/u);
  return { blocks: blocksIn(own), commands: commandsIn(own) };
}

function blocksIn(text: string): Block[] {
  const fences = /^( *)```\w+ (\S+)(?: (at the end|at the top|after|in place of)(?:: ([^\n]+))?)?\n(.*?)^ *```$/gmsu;
  return [...text.matchAll(fences)].map(([, indent = '', file = '', place, anchor = '', code = '']) => ({
    file,
    place: (place ?? 'new') as Block['place'],
    anchor,
    code: code.replaceAll(new RegExp(`^ {0,${indent.length}}`, 'gmu'), ''),
  }));
}

function commandsIn(text: string): string[][] {
  return [...text.replaceAll(/\s+/gu, ' ').matchAll(/`npx vitest run ([^`]+)`/gu)].map(([, args = '']) =>
    [...args.matchAll(/'([^']+)'|(\S+)/gu)].map(([, quoted, bare = '']) => quoted ?? bare),
  );
}

/** The files that recipes create. */
export function filesOfRecipes(text: string): string[] {
  return blocksIn(text).flatMap(({ place, file }) => (place === 'new' ? file : []));
}

/** The files in which the compiler found an error, each once. */
export function filesWithErrors({ output }: Outcome): string[] {
  return [...new Set([...output.matchAll(/^([^\s(]+)\(\d+,\d+\): error/gmu)].map(([, file = '']) => file))].toSorted();
}
