import type { ListingDetail } from '#contract/listings.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isMasked, SellerContact } from '../seller-contact.tsx';

const NOT_WORLDWIDE = 'Our list contains phones reported lost here. It isn’t the carriers’ worldwide blocklist.';

/** What the shop knows of a phone's IMEI. Renders nothing when its seller gave none. */
export function ImeiNote({ imei }: Pick<ListingDetail, 'imei'>) {
  if (imei === null) return null;
  const icon = imei.checked ? 'shield-check' : 'info';
  return (
    <div className="flex items-start gap-3 text-sm">
      <Icon name={icon} className={`size-5 shrink-0 ${imei.checked ? 'text-good' : 'text-warning'}`} />
      <p className="min-w-0">
        <span className="font-medium">
          {imei.checked ? 'IMEI checked: this phone isn’t on our list of lost phones.' : 'This phone is on our list of lost phones.'}
        </span>{' '}
        IMEI ends in {isMasked(imei.last4) ? <SellerContact value={imei.last4} /> : <span className="whitespace-nowrap">{imei.last4}</span>}.{' '}
        <span className="text-muted">{NOT_WORLDWIDE}</span>
      </p>
    </div>
  );
}
