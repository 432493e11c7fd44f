import { compose } from '../src/server/composition.ts';
import { readConfig, readEnvironment } from '../src/server/config/config.ts';
import { seedDemoShop } from '../src/server/db/seed/seed.ts';
import { requireFinishedRestore } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';
import { explainFault } from '../src/server/process/start-faults.ts';

// Ends with the shop that has started it. The channel alone doesn't keep this process running.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
if (process.connected === false) process.exit(1);

const config = readConfig(readEnvironment());

try {
  if (!config.demo) throw new Error('Demo listings can only be added to a demo shop: set DEMO=true.');
  requireFinishedRestore(config.dataDir);
  const { services, close } = await compose(config, { onFault: say });
  await seedDemoShop({ ...services, images: services.localImages, log: say });
  await close();
} catch (error) {
  process.stderr.write(`${explainFault(error, config) ?? String(error)}\n`);
  process.exit(1);
}
