import { useEffect, useRef, useState } from 'react';
import { imageSrcSet, isOwnImage } from '#contract/shared/image-sizes.ts';
import type { DescribedPhone } from '#drawing/facts.ts';
import { useApp } from '../use-app.tsx';
import { classNames } from './class-names.ts';
import { MissingPicture } from './missing-picture.tsx';

type ListingImageProps = {
  address: string;
  /** What the picture shows, for screen readers. */
  alt: string;
  /** The `sizes` attribute for its place in the layout. */
  sizes: string;
  /** Among the first things visible: loaded immediately. */
  eager?: boolean;
  /** What to draw where there is no picture. */
  phone?: DescribedPhone;
  /** Shown whole; otherwise it is cropped to fill its place. */
  whole?: boolean;
  className?: string;
};

/** A listing's picture; a drawn phone when its address is not in the shop's own stores, or doesn't load. */
export function ListingImage({ address, alt, sizes, eager = false, phone, whole = false, className }: ListingImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const image = useRef<HTMLImageElement>(null);
  const place = useApp().config.images;
  const srcSet = imageSrcSet(address, place);

  // An error before hydration reached no handler.
  useEffect(() => {
    if (image.current?.complete && image.current.naturalWidth === 0) setFailed(address);
  }, [address]);

  if (!isOwnImage(address, place) || failed === address) return <MissingPicture label={alt} phone={phone} className={className} />;
  const picture = (
    <img
      ref={image}
      src={address}
      srcSet={srcSet}
      sizes={sizes}
      alt={alt}
      width={640}
      height={640}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailed(address)}
      className={classNames('bg-sunken', whole ? 'object-contain' : 'object-cover', className)}
    />
  );
  // Inside a picture element React emits no preload: the browser finds the image just as early, and logs no preload warning.
  return eager ? <picture className="contents">{picture}</picture> : picture;
}
