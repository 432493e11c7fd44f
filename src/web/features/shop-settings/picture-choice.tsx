import { usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { PhotoField } from '../../ui/photo-field.tsx';

type PictureChoiceProps = { label: string; onChoose: (address: string) => void; error?: string; hint: string; isLabelHidden?: boolean };

/** Uploads a chosen picture to the shop's store; `onChoose` receives its address. */
export function PictureChoice({ onChoose, ...field }: PictureChoiceProps) {
  const upload = usePhotoUpload(asItIs);
  return <PhotoField {...field} accept="image/jpeg,image/png,image/webp,image/avif,image/heic" upload={upload} onUploaded={onChoose} />;
}

/** A smaller logo would lose its transparency. */
const asItIs = async (file: Blob): Promise<Blob> => file;
