import type { PhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { Button } from '../../ui/button.tsx';
import { ListingImage } from '../../ui/listing-image.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';

type ProofPictureProps = { upload: PhotoUpload; address: string; onChange: (address: string) => void; error: string | undefined };

/** One picture that proves ownership, uploaded when it is chosen. */
export function ProofPicture({ upload, address, onChange, error }: ProofPictureProps) {
  return (
    <PhotoField label="Photo of the box or receipt" hint="Only our admins can see it." error={error} upload={upload} onUploaded={onChange}>
      {address !== '' && (
        <div className="flex flex-wrap items-end gap-3">
          <ListingImage address={address} alt="Your photo" sizes="8rem" className="size-32 rounded-xl" />
          {!upload.isUnderWay && (
            <Button variant="secondary" size="small" onClick={() => onChange('')}>
              Remove photo
            </Button>
          )}
        </div>
      )}
    </PhotoField>
  );
}
