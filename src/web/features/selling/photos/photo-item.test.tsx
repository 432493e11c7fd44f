import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AppContext, type AppValue } from '../../../use-app.tsx';
import { PhotoItem } from './photo-item.tsx';
import { createPhotoList } from './photo-list.ts';

const nothing = () => undefined;

test('An uploaded photo of a draft is named by its place, not read out as an address', () => {
  const list = createPhotoList();
  list.adopt(['/api/images/0123456789abcdef.webp']);
  const [photo] = list.get();
  if (!photo) throw new Error('the photo was not adopted');
  const html = renderToStaticMarkup(
    <AppContext value={{ config: { images: { kind: 'builtin' } } } as unknown as AppValue}>
      <PhotoItem
        photo={photo}
        index={0}
        count={1}
        actions={{ move: nothing, remove: nothing, cancel: nothing, retry: nothing }}
        handle={{ onPointerDown: nothing, onPointerMove: nothing, onPointerUp: nothing, onPointerCancel: nothing }}
        shift={null}
        isTarget={false}
      />
    </AppContext>,
  );
  expect(html).toContain(' alt="Photo 1"');
});
