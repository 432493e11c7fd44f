import type { Listing } from '#contract/listings.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { useSaved } from './queries.ts';

const ROUND = 'grid size-11 shrink-0 place-items-center rounded-full border border-line-strong bg-surface hover:bg-sunken noscript:hidden';

type SaveButtonProps = { listing: Pick<Listing, '_id' | 'model_name' | 'resale_price'>; isOnCard?: boolean; isSaved?: boolean };

/** Saves a phone or removes it from the saved ones. Hidden without JavaScript, which saving needs. */
export function SaveButton({ listing, isOnCard = false, isSaved = false }: SaveButtonProps) {
  const { isOn, toggle } = useSaved(listing, isSaved);
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={`Save: ${listing.model_name}`}
      onClick={() => void toggle()}
      className={classNames(isOnCard ? 'save-corner' : ROUND, isOn && 'text-danger')}
    >
      <Icon name="heart" className={classNames(!isOnCard && 'size-5', isOn && 'fill-current')} />
    </button>
  );
}
