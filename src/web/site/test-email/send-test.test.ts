import { expect, it } from 'vitest';
import { messageOf, rawDetails, sendTest, testMail } from './send-test.ts';

it('makes paragraphs of the text and nothing of the HTML in it', () => {
  expect(testMail('a@x.example', 'Hi', 'One\ntwo\n\n<b>"three" & four</b>')).toEqual({
    to: 'a@x.example',
    subject: 'Hi',
    html: '<p>One<br>two</p><p>&lt;b&gt;&quot;three&quot; &amp; four&lt;/b&gt;</p>',
    text: 'One\ntwo\n\n<b>"three" & four</b>',
  });
});

it('says what the function said, or the sentence of the specification', async () => {
  const answering = (body: string, status: number) =>
    sendTest(testMail('a@x.example', 's', 't'), {
      fetch: (async () => new Response(body, { status, statusText: 'Said' })) as typeof fetch,
      bearer: async () => null,
    });
  const refused = await answering('{"message":"Please wait.","code":"x"}', 429);
  expect(refused.ok).toBe(false);
  expect(messageOf(refused)).toBe('Please wait.');
  expect(rawDetails(refused)).toBe('429 Said\n\n{\n  "message": "Please wait.",\n  "code": "x"\n}');
  for (const body of ['<html>', '', 'null', '{}', '{"message":""}'])
    expect(messageOf(await answering(body, 502))).toBe('An error occurred while sending the email.');
  expect(rawDetails(await answering('<html>', 502))).toBe('502 Said\n\n<html>');
});

it('says so when nothing came back', async () => {
  const answer = await sendTest(testMail('a@x.example', 's', 't'), {
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
    bearer: async () => null,
  });
  expect(answer).toEqual({
    ok: false,
    status: null,
    statusText: 'No response',
    body: 'TypeError: Failed to fetch',
  });
  expect(rawDetails(answer)).toBe('No response\n\nTypeError: Failed to fetch');
});
