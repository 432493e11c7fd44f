import { useInfiniteQuery } from '@tanstack/react-query';
import type { DuplicatePhoto } from '#contract/duplicate-photos.ts';
import { Button } from '../../ui/button.tsx';
import { DeleteButton } from '../../ui/delete-button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueueSection } from '../../ui/paged-list.tsx';
import { ListingName } from '../../ui/record-links.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { duplicatePhotosOptions, useDecideDuplicate } from './queries.ts';

type Side = DuplicatePhoto['later'];

const STATUS_LABELS: Record<Side['status'], string> = { available: 'on sale', sold: 'sold', removed: 'removed' };

/** Photos that two sellers use, side by side. */
export function DuplicatePhotos() {
  const { api } = useApp();
  const query = useInfiniteQuery(duplicatePhotosOptions(api));
  return (
    <QueueSection query={query} title="Duplicate photos" failed="We couldn’t load the duplicate photos.">
      {(seen) => <Seen seen={seen} />}
    </QueueSection>
  );
}

function Seen({ seen }: { seen: DuplicatePhoto }) {
  const decide = useDecideDuplicate(seen);
  const dismiss = useSingleFlight(() => decide.mutateAsync({ decision: 'dismissed' }).catch(() => null));
  return (
    <div className="grid gap-4">
      <p>{reasonOf(seen)}</p>
      <div className="grid grid-cols-2 gap-4">
        <OneSide seen={seen} side={seen.earlier} isFirst />
        <OneSide seen={seen} side={seen.later} isFirst={false} />
      </div>
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start"
        aria-label={`Dismiss: ${seen.later.model_name} of ${seen.later.sellerEmail}`}
        busy={decide.isPending}
        onClick={() => void dismiss()}
      >
        Dismiss
      </Button>
    </div>
  );
}

function reasonOf({ likeness, mirrored }: DuplicatePhoto): string {
  const turned = mirrored ? ', mirrored' : '';
  return likeness === 'same'
    ? `The same photo${turned}, differing at most in size, brightness or compression.`
    : `Almost the same photo${turned}: cropped, edited or partly covered, or two shots of one scene.`;
}

function OneSide({ seen, side, isFirst }: { seen: DuplicatePhoto; side: Side; isFirst: boolean }) {
  return (
    <div className="grid min-w-0 content-start gap-2">
      <a href={side.photo} target="_blank" rel="noreferrer" aria-label={`View the photo from ${side.sellerEmail}`}>
        <ListingImage address={side.photo} alt="" sizes="(min-width: 40rem) 20rem, 45vw" whole className="aspect-square w-full max-w-80 rounded-xl" />
      </a>
      <p className="font-medium">{isFirst ? 'Listed first' : 'Listed later'}</p>
      <p className="wrap-anywhere" dir="auto">
        <ListingName listing={side} /> of {side.sellerEmail}, {STATUS_LABELS[side.status]}
      </p>
      <p className="text-sm text-muted">
        Listed <Moment iso={side.postedAt} />, photo uploaded <Moment iso={side.photoAt} />
      </p>
      {side.status === 'available' && (
        <div className="justify-self-start">
          <RemoveButton seen={seen} side={side} />
        </div>
      )}
    </div>
  );
}

function RemoveButton({ seen, side }: { seen: DuplicatePhoto; side: Side }) {
  const decide = useDecideDuplicate(seen);
  return (
    <DeleteButton
      name={`${side.model_name} of ${side.sellerEmail}`}
      onConfirm={() => decide.mutateAsync({ decision: 'removed', listing: side._id }).catch(() => null)}
    >
      The listing will be taken down, its unpaid bookings canceled, and its seller told that it uses someone else’s photo. You can undo this in Removed Items
      for 30 days.
    </DeleteButton>
  );
}
