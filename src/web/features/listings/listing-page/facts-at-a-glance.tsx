import type { Listing } from '#contract/listings.ts';
import { type ConditionQuestion, conditionFacts } from '#contract/shared/condition-answers.ts';
import { factOf, factsIn } from '../../../listing-facts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';

type Fact = { name: string; value: string };

const ICONS: Record<ConditionQuestion, IconName> = {
  battery: 'battery-medium',
  screen: 'smartphone',
  body: 'tablet-smartphone',
  works: 'circle-check',
  repairs: 'wrench',
  accessories: 'package',
};

/** Placeholders that sellers type into fields they have no answer for. */
const NOTHING = /^(?:n\/?a|none|no|not known|unknown|-+|–|\.+|\?+)$/iu;

/** What a buyer asks first: the seller's answers about the condition, then the other facts. */
export function FactsAtAGlance({ listing }: { listing: Listing }) {
  return (
    <div className="grid gap-5">
      <Condition listing={listing} />
      <Facts facts={factsIn('page').map(([key, [name]]) => ({ name, value: factOf(listing[key]) }))} />
    </div>
  );
}

/** Renders nothing where the seller answered nothing. */
function Condition({ listing }: { listing: Listing }) {
  const known = conditionFacts(listing.answers).filter(({ value }) => value !== null);
  if (known.length === 0) return null;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line">
      {known.map(({ key, label, value }) => {
        const icon = ICONS[key];
        return (
          <div key={key} className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 last:odd:col-span-2">
            <dt className="flex items-center gap-2 text-sm text-muted">
              <Icon name={icon} className="size-4 shrink-0" />
              {label}
            </dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function Facts({ facts, isShort = false }: { facts: Fact[]; isShort?: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5 sm:grid-cols-3">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className={classNames('font-medium wrap-anywhere', isShort && 'line-clamp-3')} dir="auto">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The few facts of the specification that most people look for. */
export function SpecificationAtAGlance({ specification }: Pick<Listing, 'specification'>) {
  const { display_size, ram, rear_camera, battery, chipset, operating_system } = specification;
  const facts = [
    { name: 'Display size', value: display_size },
    { name: 'Memory', value: ram },
    { name: 'Main camera', value: rear_camera },
    { name: 'Battery capacity', value: battery },
    { name: 'Chip', value: chipset },
    { name: 'System', value: operating_system },
  ];
  return <Facts isShort facts={facts.filter(({ value }) => !NOTHING.test(value.trim()))} />;
}
