import type { Specification } from '#contract/listings.ts';
import { SPECIFICATION_LABELS, type SpecificationKey } from '#contract/shared/specification.ts';

const GROUPS: { title: string; keys: SpecificationKey[] }[] = [
  { title: 'Display', keys: ['display_technology', 'display_size', 'display_resolution'] },
  { title: 'Camera', keys: ['rear_camera', 'front_camera'] },
  { title: 'Performance', keys: ['processor', 'chipset', 'ram', 'storage', 'operating_system'] },
  { title: 'Battery', keys: ['battery'] },
  { title: 'Body', keys: ['Dimensions', 'weight', 'build', 'headphone_jack', 'sensors', 'features'] },
  { title: 'Network', keys: ['network', 'SIM', 'connectivity', 'lock_status'] },
  { title: 'Sale', keys: ['contract', 'manufacturer_warranty', 'region_of_origin', 'model_number'] },
];

/** Everything a seller said about a phone, in groups. */
export function SpecificationTable({ specification }: { specification: Specification }) {
  return (
    <div className="columns-1 gap-x-12 lg:columns-2">
      {GROUPS.map(({ title, keys }) => (
        <section key={title} className="mb-8 break-inside-avoid">
          <h3 className="mb-2 font-display text-xl font-semibold">{title}</h3>
          <dl>
            {keys.map((key) => (
              <div key={key} className="grid gap-x-4 border-t border-line py-2.5 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{SPECIFICATION_LABELS[key]}</dt>
                <dd className="min-w-0 wrap-anywhere" dir="auto">
                  {specification[key]}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
