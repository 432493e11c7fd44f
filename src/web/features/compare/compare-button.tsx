import type { Listing } from '#contract/listings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { showError } from '../../ui/toast.tsx';
import { toggleChosen, useChosen } from './chosen.ts';

/** On a phone's row only the icon has room. */
const LOOK =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-full border px-3 text-sm font-medium transition-colors noscript:hidden max-sm:in-[article]:border-6 max-sm:in-[article]:border-transparent max-sm:in-[article]:bg-clip-padding max-sm:in-[article]:px-0';
const FULL = 'You can compare up to four phones. Remove one first.';

/** Adds a phone to the comparison or removes it. Hidden without JavaScript, which choosing needs. */
export function CompareButton({ listing: { _id: id, model_name: name } }: { listing: Pick<Listing, '_id' | 'model_name'> }) {
  const isOn = useChosen().some((one) => one.id === id);
  const icon = isOn ? 'check' : 'scale';
  const press = () => {
    if (!toggleChosen({ id, name })) showError(FULL);
  };
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Compare: ${name}`}
      onClick={press}
      className={classNames(LOOK, isOn ? 'border-accent bg-accent-soft text-accent' : 'border-line-strong bg-surface hover:bg-sunken')}
    >
      <Icon name={icon} className="size-4" />
      <span className="max-sm:in-[article]:sr-only">Compare</span>
    </button>
  );
}
