import { useInfiniteQuery } from '@tanstack/react-query';
import type { PossessionPhoto } from '#contract/proof-of-possession.ts';
import { Link } from '../../router/index.ts';
import { Button } from '../../ui/button.tsx';
import { EmailLink } from '../../ui/contact-links.tsx';
import { QUIET_LINK } from '../../ui/link-classes.ts';
import { ListingImage } from '../../ui/listing-image.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QueueSection } from '../../ui/paged-list.tsx';
import { ReasonButton } from '../../ui/reason-button.tsx';
import { ListingLink } from '../../ui/record-links.tsx';
import { useSingleFlight } from '../../ui/use-single-flight.ts';
import { useApp } from '../../use-app.tsx';
import { possessionPhotosOptions, useDecidePhoto } from './queries.ts';

const LINK = `font-medium ${QUIET_LINK}`;

/** Proof-of-possession photos whose code an admin reads. */
export function PossessionQueue() {
  const { api } = useApp();
  const query = useInfiniteQuery(possessionPhotosOptions(api));
  return (
    <QueueSection query={query} title="Proof of possession" failed="We couldn’t load the possession photos.">
      {(photo) => <Photo photo={photo} />}
    </QueueSection>
  );
}

function Photo({ photo }: { photo: PossessionPhoto }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[auto_1fr]">
      <a href={photo.photo} target="_blank" rel="noreferrer" aria-label={`View the photo of ${photo.listing.model_name} with its code`}>
        <ListingImage address={photo.photo} alt="" sizes="16rem" whole className="size-64 max-w-full rounded-xl" />
      </a>
      <div className="grid content-start gap-3">
        <p>
          Does it show the phone and this code? <strong className="font-display text-xl tracking-wide whitespace-nowrap">{photo.code}</strong>
        </p>
        <p className="wrap-anywhere" dir="auto">
          <Link to={`/selected-items-details/${photo.listing._id}`} className={LINK}>
            {photo.listing.model_name}
          </Link>
          , {photo.listing.color}, of <EmailLink address={photo.listing.sellerEmail} />
        </p>
        {photo.seen && (
          <p className="rounded-xl bg-warning-soft px-4 py-3 text-warning wrap-anywhere">
            Looks like a photo from another seller’s listing,{' '}
            <ListingLink id={photo.seen._id} state={photo.seen.state}>
              {photo.seen.model_name}
            </ListingLink>
            .
          </p>
        )}
        <p className="text-sm text-muted">
          Sent <Moment iso={photo.sentAt} />. {photo.shown ? 'Buyers can see it too.' : 'Only admins can see it.'}
        </p>
        <Decide photo={photo} />
      </div>
    </div>
  );
}

function Decide({ photo }: { photo: PossessionPhoto }) {
  const decide = useDecidePhoto(photo);
  const confirm = useSingleFlight(() => decide.mutateAsync({ decision: 'confirmed' }).catch(() => null));
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="small" aria-label={`Approve ${photo.listing.model_name}`} busy={decide.isPending} onClick={() => void confirm()}>
        Approve
      </Button>
      <ReasonButton
        variant="risky"
        draft={`possession:${photo._id}`}
        button="Reject"
        name={`Reject ${photo.listing.model_name}`}
        title="Reject this photo?"
        consequence="The seller will see your reason and can upload another photo."
        onSubmit={(reason) => decide.mutateAsync({ decision: 'refused', reason })}
      />
    </div>
  );
}
