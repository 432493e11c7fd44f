import { seedDemoShop } from '../src/server/db/seed/seed.ts';
import { OperatorFault } from '../src/server/errors.ts';
import { runCommand, withServices } from '../src/server/process/command.ts';
import { requireFinishedRestore } from '../src/server/process/require-shop.ts';
import { say } from '../src/server/process/say.ts';

// Ends with the shop that has started it. The channel alone doesn't keep this process running.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();
if (process.connected === false) process.exit(1);

await runCommand(async (read) => {
  const config = await read(requireFinishedRestore);
  if (!config.demo) throw new OperatorFault('Demo listings can only be added to a demo shop: set DEMO=true.');
  await withServices(config, (services) => seedDemoShop({ ...services, images: services.localImages, log: say }));
});
