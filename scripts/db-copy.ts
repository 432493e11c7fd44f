import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../src/server/config/config.ts';
import { copyShop } from '../src/server/db/copy/copy.ts';
import { copyPictures } from '../src/server/db/copy/pictures.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand } from '../src/server/process/command.ts';
import { say } from '../src/server/process/say.ts';

const USAGE = 'Usage: DATA_DIR=… DATABASE_URL=postgres://… npm run db:copy [-- --pictures DIRECTORY]';

function readArguments(): { pictures?: string } {
  try {
    return parseArgs({ options: { pictures: { type: 'string' } } }).values;
  } catch {
    throw new OperatorFault(USAGE);
  }
}

async function sayWherePicturesAre(dataDir: string, to: string | undefined): Promise<void> {
  if (to === undefined) return say(`The pictures stay in ${join(dataDir, 'images')}: the shop on PostgreSQL needs the same DATA_DIR.`);
  const { files, stored } = await copyPictures(dataDir, to);
  say(`Pictures: ${files} files copied to ${resolve(to)}, ${stored} were there already; all are identical on both sides.`);
  say(`A shop looks for pictures in the images directory of its DATA_DIR: for these, set DATA_DIR=${dirname(resolve(to))}.`);
}

function whatSigns(config: Config, pictures: string | undefined): string {
  if (config.authSecret !== null) return 'Start the shop with the same AUTH_SECRET: it signs the sessions of everyone who is logged in.';
  const secret = join(config.dataDir, 'secret');
  if (pictures === undefined) return `Keep ${secret}, or set AUTH_SECRET to its content: it signs the sessions of everyone who is logged in.`;
  return `Copy ${secret} to the new DATA_DIR too, or set AUTH_SECRET to its content; otherwise everyone has to log in again.`;
}

async function run(config: Config): Promise<void> {
  const { pictures } = readArguments();
  if (config.database.kind !== 'postgres') throw new OperatorFault(`DATABASE_URL must name the PostgreSQL database to copy to.\n${USAGE}`);
  const isSame = await copyShop({ dataDir: config.dataDir, url: config.database.url, say });
  if (!isSame) throw new OperatorFault('The two sides differ; see the tables above. Empty the database at DATABASE_URL and copy again.');
  await sayWherePicturesAre(config.dataDir, pictures);
  say(whatSigns(config, pictures));
  say('Both sides are the same. From now on, start the shop with this DATABASE_URL; anything the SQLite shop writes later won’t be copied.');
}

await runCommand(async (read) => run(await read((config) => config)));
