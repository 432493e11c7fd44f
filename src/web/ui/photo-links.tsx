import { ListingImage } from './listing-image.tsx';

/** Small photos that open large in another tab. */
export function PhotoLinks({ photos }: { photos: string[] }) {
  if (photos.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map((photo, index) => (
        <li key={photo}>
          <a href={photo} target="_blank" rel="noreferrer" aria-label={`Open photo ${index + 1}`}>
            <ListingImage address={photo} alt={`Photo ${index + 1}`} sizes="6rem" className="size-24 rounded-xl" />
          </a>
        </li>
      ))}
    </ul>
  );
}
