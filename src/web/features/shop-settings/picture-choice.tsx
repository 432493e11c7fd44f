import { useEffect, useRef } from 'react';
import { usePhotoUpload } from '../../photo-upload/use-photo-upload.ts';
import { PhotoField } from '../../ui/photo-field.tsx';
import type { SettingsForm } from './use-settings-form.ts';

type PictureChoiceProps = { form: SettingsForm; label: string; onChoose: (address: string) => void; error?: string; hint: string; isLabelHidden?: boolean };

/** Uploads a chosen picture to the shop's store; `onChoose` receives its address. The settings aren’t saved without it. */
export function PictureChoice({ form, onChoose, ...field }: PictureChoiceProps) {
  const upload = usePhotoUpload(asItIs);
  const { blocksSubmit } = upload;
  // Of the settings as they are then: others may change during the upload.
  const latest = useRef(onChoose);
  latest.current = onChoose;
  useEffect(() => form.waitFor(blocksSubmit));
  return (
    <PhotoField {...field} accept="image/jpeg,image/png,image/webp,image/avif,image/heic" upload={upload} onUploaded={(address) => latest.current(address)} />
  );
}

/** A smaller logo would lose its transparency. */
const asItIs = async (file: Blob): Promise<Blob> => file;
