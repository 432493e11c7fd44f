import { toIso } from '#contract/shared/moments.ts';
import { InvalidError, NotFoundError } from '../../errors.ts';
import { deleted } from '../../http/replies.ts';
import type { ServeCall } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { deviceOf } from '../accounts/index.ts';
import { addDevice, findDevices, removeDevice } from './commands.ts';

const UNKNOWN = 'A browser';

export function pushRoutes(serve: ServeCall, services: Pick<Services, 'db' | 'clock' | 'identity' | 'pushService'>): void {
  const { db, clock, pushService } = services;

  serve('GET /pushDevices', async ({ caller }) => {
    const devices = await findDevices(services, caller.userId);
    return { reply: { key: pushService.key, devices: devices.map(({ id, device, created_at }) => ({ _id: id, device, since: toIso(created_at) })) } };
  });

  serve('POST /pushDevices', async ({ caller: { userId, sessionId }, body, request }) => {
    const fault = await pushService.check(body);
    if (fault !== null) throw new InvalidError(fault, { endpoint: fault });
    await findDevices(services, userId);
    const device = deviceOf(request.headers['user-agent'] ?? null) ?? UNKNOWN;
    return { reply: { _id: await addDevice(db, { ...body, userId, sessionId, device, now: clock.now() }) } };
  });

  serve('DELETE /pushDevices/:id', async ({ caller, params }) => {
    if (!(await removeDevice(db, caller.userId, params.id))) throw new NotFoundError('There is no such device.');
    return deleted();
  });
}
