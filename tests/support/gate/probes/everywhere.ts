const bars = (text: string): string[] => text.split('|');

/** Figures in every script and spelling of digits. */
export const DIGITS = bars(
  `5|11.98|2,386.13|+5|-3|12%|½|⅓|¼|²|³|①|②|⑩|⑴|⒈|Ⅻ|ⅷ|㈠|㊀|㊉|㋀|㍘|５|１２３|𝟓|𝟝|𝟧|𝟻|𝟱𝟬|٣|٣٫٥|۵|५|৫|๕|೫|௫|៥|༥|፭|፲|〇|🄋|❺|➄|⓹|🅋|5️⃣|1️⃣2️⃣|💯|🔢|₅|⁵|₁₂|㊿|㉛|5·0|1/3|3x|2k|20bn|$9|€7|9€|£4|¥8|₿2|XVII|MMXX|IV|VIII|xii|iii|٪|％|5 000|‰|v5|h4x`,
);

/** Links and other ways to lead a reader away. */
export const LINKS = bars(
  `https://example.com|http://evil.test/a|www.example.com|example.com|example[.]com|example(.)com|example dot com|t.me/channel|@handle|join@example.com|hxxp://example.com|bit.ly/abc|//example.com|mailto:a@b.example|tel:+15550100|+1 555 010 0100|example。com|example．com|ｅｘａｍｐｌｅ．com|exam\u00adple.com|example․com|example .com|EXAMPLE.COM|xn--exmple-cua.com|wa.me/15550100|discord.gg/abc|#hashtag|$TICKER|ftp://x.test|javascript:alert(1)|data:text/html,x|example.co.uk|sub.example.io|example.ai|www . example . com|http colon slash slash|user@host|telegram|whatsapp|e-mail|gmail|/unsubscribe|..\\..|file:///etc|[::1]|a.b.c|click.here|site.example|ipfs://x|example.eth|t.co/abc|example,com/path`,
);

/** Markup, template syntax and orders to programs. */
export const MARKUP = bars(
  `<b>bold</b>|<script>x</script>|<img src=x>|<a href=x>y</a>|&lt;b&gt;|&nbsp;|&#53;|**bold**|*it*|__x__|_it_|# heading|\`code\`|~~gone~~|[text](url)|![alt](src)|> quote|{{close}}|{{ name }}|{% if x %}|{% include 'a' %}|\${x}|<%= x %>|<mj-text>x</mj-text>|<!-- x -->|]]>|<style>x</style>|<|>|{x}|[x]|\\n|\\u0035|<br>|<br/>|<svg onload=x>|||x|||{{{x}}}|{#x#}|@@x|^x^|==x==|~x~|[[x]]|<<x>>|\\(x\\)|$$x$$|:::x|%7Bx%7D|&amp;|&quot;x|<p>|=x|x=y`,
).filter((phrase) => phrase !== '');

/** Characters that can't be seen, or look like others. */
export const HIDDEN = bars(
  `fi\u200bve|fi\u200cve|fi\u200dve|fi\u2060ve|fi\ufeffve|fi\u00adve|\u202eevif\u202c|\u2066five\u2069|\u200ffive|\u061cfive|f\u0456ve|\u0455ix|\u0441ent|buy n\u043ew|r\u043ese|f\u0430ll|\u0440eak|h\u0456gh|l\u043ew|g\u0430ins|\u0391ll|\u03bfne|tw\u03bf|\u1d00ll|\ua731ix|five\u0336|f\u0301ive\u0323|ro\u0308\u0308se|\ud835\udc1f\ud835\udc22\ud835\udc2f\ud835\udc1e|\uff46\uff49\uff56\uff45|\u24d5\u24d8\u24e5\u24d4|\ud83c\udd75ive|\u2139|fi\u034fve|five\ufe0f|\u3164five|\u115ffive|five\u2028|fi\u180eve|\ud83d\udcc8|\ud83d\udcc9|\u2b06|\u2b07|\u25b2|\u25bc|\u2191|\u2193|\ud83d\udd34|\ud83d\udfe2|\ud83d\ude80|\u2197|\u2198|\u2934|\u23eb|\u23ec|\ud83d\udc02|\ud83d\udc3b|\ud83d\udca5|\u2714|\u2b50|\u2026\u2b06\ufe0f|\u0660|\ufb01ve|\u0261ains|h\u0131gh\u0307`,
);
