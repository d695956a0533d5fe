import { hash } from 'node:crypto';

/**
 * A value as canonical JSON (RFC 8785): one text for one value, whatever the order of its fields. Fields without a
 * value are left out, as `JSON.stringify` does.
 * @throws TypeError for what JSON can't hold: NaN, infinities, half surrogate pairs, dates and other objects with a class
 */
export function canonicalJson(value: unknown): string {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new TypeError('A text has half of a surrogate pair.');
      return JSON.stringify(value);
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`${value} is no number of JSON.`);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? `[${value.map(canonicalJson).join(',')}]` : canonicalFields(value);
    default:
      throw new TypeError(`JSON has no ${typeof value}.`);
  }
}

function canonicalFields(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    throw new TypeError(`JSON has no ${value.constructor.name}.`);
  let fields = '';
  // By UTF-16 code units, which is the order of `sort` and of the RFC.
  for (const name of Object.keys(value).sort()) {
    const part: unknown = Reflect.get(value, name);
    if (part === undefined) continue;
    fields += `${fields === '' ? '' : ','}${canonicalJson(name)}:${canonicalJson(part)}`;
  }
  return `{${fields}}`;
}

export const sha256 = (bytes: Uint8Array | string): Buffer => hash('sha256', bytes, 'buffer');

/** SHA-256 of a value's canonical JSON, as 64 hexadecimal characters. */
export const hashOf = (value: unknown): string => hash('sha256', canonicalJson(value));
