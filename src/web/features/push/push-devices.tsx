import { FailedRead } from '../../ui/alerts.tsx';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RowsSkeleton } from '../../ui/skeleton.tsx';
import type { PushPermission } from './browser-push.ts';
import { usePushDevices, useTurnOff, useTurnOn } from './queries.ts';

const CANNOT: Partial<Record<PushPermission, string>> = {
  missing: 'This browser can’t show notifications. On an iPhone or iPad, add the shop to your Home Screen and open it there.',
  denied: 'This browser blocks notifications from the shop. Allow them in its settings for this site, then come back here.',
};

type PushState = NonNullable<ReturnType<typeof usePushDevices>['data']>;

/** The devices that show notifications as they happen, and a button to add this one. */
export function PushDevices() {
  const { data, error, refetch, isFetching } = usePushDevices();
  return (
    <section className="grid gap-3" aria-labelledby="push-devices">
      <h2 id="push-devices" className="text-xl">
        Devices
      </h2>
      <p className="text-muted">Get notifications as they happen, even when the shop isn’t open. They end when you log out on that device.</p>
      {error && !data ? (
        <FailedRead message="We couldn’t load your devices." onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        // As high as the longest sentence, so that nothing moves.
        <div className="grid min-h-18 content-start gap-3">
          {data ? <Devices devices={data.devices} permission={data.permission} pushKey={data.key} /> : <RowsSkeleton count={1} />}
        </div>
      )}
    </section>
  );
}

function Devices({ devices, permission, pushKey }: { pushKey: string } & Pick<PushState, 'devices' | 'permission'>) {
  const turnOn = useTurnOn(pushKey);
  const turnOff = useTurnOff();
  return (
    <>
      {devices.length > 0 && (
        <ul>
          {devices.map((device) => (
            <li key={device._id} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-2 first:border-t-0">
              <span>
                {device.device}
                {device.isHere && ' (this device)'}
                <span className="block text-sm text-muted">
                  Turned on <Moment iso={device.since} />
                </span>
              </span>
              <Button
                variant="secondary"
                size="small"
                aria-label={`Turn off notifications on ${device.device}`}
                busy={turnOff.isPending && turnOff.variables._id === device._id}
                onClick={() => turnOff.mutate(device)}
              >
                Turn off
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!devices.some(({ isHere }) => isHere) &&
        (CANNOT[permission] === undefined ? (
          <Button className="justify-self-start" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
            Turn on for this device
          </Button>
        ) : (
          <p role="status">{CANNOT[permission]}</p>
        ))}
    </>
  );
}
