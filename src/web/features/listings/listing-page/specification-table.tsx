import { useEffect, useRef } from 'react';
import type { Specification } from '#contract/listings.ts';
import { SPECIFICATION_LABELS, type SpecificationKey } from '#contract/shared/specification.ts';
import { Icon } from '../../../ui/icon.tsx';

const GROUPS: { title: string; keys: SpecificationKey[] }[] = [
  { title: 'Display', keys: ['display_technology', 'display_size', 'display_resolution'] },
  { title: 'Camera', keys: ['rear_camera', 'front_camera'] },
  { title: 'Performance', keys: ['processor', 'chipset', 'ram', 'storage', 'operating_system'] },
  { title: 'Battery', keys: ['battery'] },
  { title: 'Body', keys: ['Dimensions', 'weight', 'build', 'headphone_jack', 'sensors', 'features'] },
  { title: 'Network', keys: ['network', 'SIM', 'connectivity', 'lock_status'] },
  { title: 'Sale', keys: ['contract', 'manufacturer_warranty', 'region_of_origin', 'model_number'] },
];

/** Everything a seller said about a phone, in groups that fold. The first is open; on a large screen all are. */
export function SpecificationTable({ specification }: { specification: Specification }) {
  const groups = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!window.matchMedia('(min-width: 64rem)').matches) return;
    for (const group of groups.current?.querySelectorAll('details') ?? []) group.open = true;
  }, []);

  return (
    <div ref={groups} className="columns-1 gap-x-12 lg:columns-2">
      {GROUPS.map(({ title, keys }, at) => (
        <details key={title} open={at === 0} className="group break-inside-avoid border-b border-line lg:mb-6 lg:border-0">
          <summary className="flex min-h-12 list-none items-center justify-between gap-3 rounded-lg hover:bg-sunken [&::-webkit-details-marker]:hidden">
            <h3 className="font-display text-xl font-semibold">{title}</h3>
            <Icon name="chevron-down" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
          </summary>
          <dl className="pb-4">
            {keys.map((key) => (
              <div key={key} className="grid gap-x-4 border-t border-line py-2.5 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{SPECIFICATION_LABELS[key]}</dt>
                <dd className="min-w-0 wrap-anywhere" dir="auto">
                  {specification[key]}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      ))}
    </div>
  );
}
