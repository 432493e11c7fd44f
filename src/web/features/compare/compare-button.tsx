import type { Listing } from '#contract/listings.ts';
import { Icon } from '../../ui/icon.tsx';
import { showError } from '../../ui/toast.tsx';
import { toggleChosen, useChosen } from './chosen.ts';

const FULL = 'You can compare up to four phones. Remove one first.';

/** Adds a phone to the comparison or removes it. Hidden without JavaScript, which choosing needs. */
export function CompareButton({ listing: { _id: id, model_name: name } }: { listing: Pick<Listing, '_id' | 'model_name'> }) {
  const isOn = useChosen().some((one) => one.id === id);
  const icon = isOn ? 'check' : 'scale';
  const press = () => {
    if (!toggleChosen({ id, name })) showError(FULL);
  };
  return (
    <button type="button" aria-pressed={isOn} aria-label={`Compare: ${name}`} onClick={press} className="compare-button">
      <Icon name={icon} />
      <span>Compare</span>
    </button>
  );
}
