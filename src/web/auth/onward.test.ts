import { expect, test } from 'vitest';
import { onwardOf } from './onward.ts';

const OURS = 'https://bellwire.example';

test.each([
  ['https://app.example/in?a=b', 'app.example'],
  ['http://127.0.0.1:5173/', '127.0.0.1:5173'],
  ['com.example.app://in', 'com.example.app'],
  // The same name on another port is another program.
  ['https://bellwire.example:8443/', 'bellwire.example:8443'],
  ['https://bellwire.example/dashboard', null],
  ['/dashboard', null],
  ['', null],
])('a link with redirect_to %j leads on to %j', (address, name) => {
  const onward = onwardOf(`?${new URLSearchParams({ token_hash: 'x', redirect_to: address })}`, OURS);
  expect(onward).toEqual(name === null ? null : { address, name });
});

test('a link without redirect_to leads nowhere else', () => {
  expect(onwardOf('?token_hash=x', OURS)).toBeNull();
});
