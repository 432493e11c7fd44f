import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config/config.ts';
import { readDemoState } from '../db/queries.ts';
import { OperatorFault } from '../errors.ts';
import { ensureBrands } from '../features/catalog/index.ts';
import { ensurePhoneModels } from '../features/phone-models/index.ts';
import type { Services } from '../services.ts';
import { withServices } from './command.ts';
import { ensureAdmin } from './first-admin.ts';
import { inTurn } from './leases.ts';

/** Migrates the database and creates what every shop has: its admin, its brands, and a demo shop's listings. */
export async function prepareShop(config: Config): Promise<void> {
  await withServices(config, async (services) => {
    // Several machines may start at the same time: one fills the shop, and the others find it done.
    const work = () => fill(config, services);
    await (services.isAlone ? work() : inTurn(services, 'opening', work));
  });
}

async function fill(config: Config, services: Services): Promise<void> {
  if (config.admin) await ensureAdmin(services, config.admin);
  await ensureBrands(services.db);
  await ensurePhoneModels(services);
  const stocked = await readDemoState(services.db);
  if (config.demo && stocked !== 'done') await seedDemoListings();
  if (config.production && !config.demo && stocked !== 'none') {
    throw new OperatorFault('This database was filled as a demo shop, so its passwords are public. Start with an empty one, or set DEMO=true.');
  }
}

/** Creates the demo listings in a separate process: drawing and resizing their pictures takes memory that would never be released. */
async function seedDemoListings(): Promise<void> {
  const script = fileURLToPath(new URL('../../../scripts/seed.ts', import.meta.url));
  // Through the channel it notices that this process has ended, and ends as well.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new OperatorFault('The demo listings could not be added; see the reason above.');
}
