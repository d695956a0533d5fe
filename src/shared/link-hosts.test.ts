import { expect, it } from 'vitest';
import { normalHost } from './link-hosts.ts';

it.each([
  ['alerts.example.com', 'alerts.example.com'],
  [' Alerts.Example.COM. ', 'alerts.example.com'],
  ['https://alerts.example.com/', 'alerts.example.com'],
  ['börse.example', 'xn--brse-5qa.example'],
  ['a-b.c--d.example', 'a-b.c--d.example'],
  ['alerts.example.com:8443', null],
  ['alerts.example.com/path', null],
  ['user@alerts.example.com', null],
  ['alerts.example.com?x', null],
  ['http://alerts.example.com', null],
  ['localhost', null],
  ['127.0.0.1', null],
  ['0x7f.1', null],
  ['[::1]', null],
  ['*.example.com', null],
  ['_bellwire.example.com', null],
  ['-alerts.example.com', null],
  ['alerts..example.com', null],
  [`${'a'.repeat(64)}.example.com`, null],
  [`${'abcdefgh.'.repeat(29)}com`, null],
  ['', null],
  ['a b.example', null],
])('reads %j as %j', (text, host) => expect(normalHost(text)).toBe(host));
