import { BatteryMedium, Camera, Cpu, HardDrive, type LucideIcon, MemoryStick, Smartphone } from 'lucide-react';
import type { Listing } from '#contract/listings.ts';

type Glance = { name: string; value: string; Icon: LucideIcon };

/** Placeholders that sellers type into fields they have no answer for. */
const NOTHING = /^(?:n\/?a|none|no|unknown|-+|–|\.+|\?+)$/iu;

/** The facts that most people want first. */
export function FactsAtAGlance({ listing }: { listing: Listing }) {
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-2xl border border-line bg-line sm:grid-cols-3">
      {glancesOf(listing).map(({ name, value, Icon }) => (
        <div key={name} className="grid min-w-0 content-start gap-1 bg-surface p-4">
          <dt className="flex items-center gap-2 text-sm text-muted">
            <Icon className="size-4 shrink-0" aria-hidden="true" />
            {name}
          </dt>
          <dd className="line-clamp-3 font-medium wrap-anywhere" dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function glancesOf({ storage, specification }: Listing): Glance[] {
  return [
    { name: 'Screen', value: specification.display_size, Icon: Smartphone },
    { name: 'Storage', value: storage, Icon: HardDrive },
    { name: 'RAM', value: specification.ram, Icon: MemoryStick },
    { name: 'Camera', value: specification.rear_camera, Icon: Camera },
    { name: 'Battery', value: specification.battery, Icon: BatteryMedium },
    { name: 'Chip', value: specification.chipset, Icon: Cpu },
  ].filter(({ value }) => !NOTHING.test(value.trim()));
}
