import { expect, test } from 'vitest';
import { multipart } from './multipart.ts';

test('reads back as it was: line breaks, other scripts, names with quotes, bytes', async () => {
  const bytes = Uint8Array.from([0, 13, 10, 45, 45, 255]);
  const text = 'One\nTwo\r\nΩ 漢字 🔔 --form-';
  const { type, body } = multipart({ text, 'a"b': '' }, [
    { field: 'photo', name: 'my "chart".png', type: 'image/png', bytes },
  ]);
  const raw = Buffer.from(body);
  expect(raw.includes(Buffer.from(text))).toBe(true);
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  expect(form.get('text')).toBe(text);
  expect([...form.keys()]).toEqual(['text', 'a"b', 'photo']);
  const photo = form.get('photo') as File;
  expect(photo).toMatchObject({ name: 'my "chart".png', type: 'image/png' });
  expect(new Uint8Array(await photo.arrayBuffer())).toEqual(bytes);
});
