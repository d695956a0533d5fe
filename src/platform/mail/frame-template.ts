/**
 * The one look of every mail: MJML for the table layout that mail programs need, liquid for the values. The stacks of
 * typefaces are ours and may stand as they are; every other value is escaped.
 * Light colors stand inline (they are what old programs show), the dark ones in a media query.
 * `mj-raw` carries the liquid tags past MJML, so that it is compiled once and not per mail.
 */
const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark; }
  body { margin: 0; -webkit-text-size-adjust: 100%; }
  a { color: inherit; }
  .figures td { font-variant-numeric: tabular-nums; }
  @media (max-width: 420px) {
    .pad > table > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important; }
    .headline div { font-size: 26px !important; }
  }
  @media (prefers-color-scheme: dark) {
    body, .desk, .desk > div { background: #12110f !important; background-color: #12110f !important; }
    .sheet, .sheet > table { background: #1b1916 !important; background-color: #1b1916 !important; }
    .sheet > table > tbody > tr > td { border-color: #3a352d !important; }
    .ink, .ink div, .ink td { color: #efe9dd !important; }
    .mute, .mute div, .mute td, td.mute { color: #b0a797 !important; }
    .rule td, .rule p { border-color: #3a352d !important; }
    .up, .up div { color: #62d196 !important; }
    .down, .down div { color: #ff8f85 !important; }
    .notice { border-color: #b78f44 !important; }
    {% if logo_dark %}
    .band, .band > table { background: {{ dark_color }} !important; background-color: {{ dark_color }} !important; }
    .by-day { display: none !important; }
    .by-night { display: block !important; }
    {% endif %}
    {% if dark_pictures %}
    .pic-day { display: none !important; }
    .pic-night { display: block !important; max-height: none !important; }
    {% endif %}
  }`;

export const FRAME_MJML = `<mjml lang="{{ language }}">
<mj-head>
  <mj-title>{{ title }}</mj-title>
  <mj-preview>{{ preheader }}</mj-preview>
  <mj-breakpoint width="420px" />
  <mj-attributes>
    <mj-all font-family="{{ font.text | raw }}" />
    <mj-text font-size="16px" line-height="25px" color="#1d1a16" padding="0" />
    <mj-section padding="0" />
    <mj-column padding="0" />
  </mj-attributes>
  <mj-raw>
    <meta name="color-scheme" content="light dark">
    <meta name="supported-color-schemes" content="light dark">
    <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
  </mj-raw>
  <mj-style>${STYLE}</mj-style>
</mj-head>
<mj-body background-color="#f3ede1" width="600px" css-class="desk">
  <mj-section padding="20px 0 0"></mj-section>
  <mj-section css-class="band pad" background-color="{{ color }}" padding="13px 36px" border-radius="{{ radius }}px {{ radius }}px 0 0">
    <mj-column>
      <mj-text padding="0" color="{{ on_color }}" font-size="15px" line-height="20px" font-weight="600">{% if logo_dark %}<span class="by-day" style="display:block;">{% endif %}{% if logo %}<img src="{{ logo.url }}" alt="{{ brand_name }}" width="{{ logo.width }}" height="{{ logo.height }}" style="display:block;border:0;color:{{ on_color }};font-size:15px;font-weight:600;" />{% else %}{{ brand_name }}{% endif %}{% if logo_dark %}</span><span class="by-night" style="display:none;mso-hide:all;"><img src="{{ logo_dark.url }}" alt="{{ brand_name }}" width="{{ logo_dark.width }}" height="{{ logo_dark.height }}" style="display:block;border:0;color:#ffffff;font-size:15px;font-weight:600;" /></span>{% endif %}</mj-text>
    </mj-column>
  </mj-section>
  <mj-section css-class="sheet pad" background-color="#fffdf8" border-left="1px solid #e2d9c8" border-right="1px solid #e2d9c8" border-bottom="1px solid #e2d9c8" border-radius="0 0 {{ radius }}px {{ radius }}px" padding="32px 35px 34px">
    <mj-column>
      <mj-raw>{% for block in blocks %}{% case block.kind %}{% when 'dateline' %}</mj-raw>
      <mj-text css-class="mute" font-family="{{ font.figures | raw }}" font-size="12px" line-height="18px" color="#655d50" padding="0 0 12px">{{ block.text }}</mj-text>
      <mj-raw>{% when 'headline' %}</mj-raw>
      <mj-text css-class="ink headline" font-family="{{ font.heading | raw }}" font-size="31px" line-height="1.16" font-weight="500" padding="0 0 14px"><h1 style="margin:0;font:inherit;letter-spacing:-0.01em;text-wrap:balance;">{{ block.text }}</h1></mj-text>
      <mj-raw>{% when 'change' %}</mj-raw>
      <mj-text css-class="{{ block.direction }}" font-family="{{ font.figures | raw }}" font-size="22px" line-height="30px" font-weight="600" padding="0 0 18px" color="{% if block.direction == 'up' %}#146c3a{% else %}#b3261e{% endif %}"><span style="white-space:nowrap;"><span aria-hidden="true" style="font-size:19px;padding-right:8px;">{% if block.direction == 'up' %}&#9650;{% else %}&#9660;{% endif %}</span>{{ block.text }}</span></mj-text>
      <mj-raw>{% when 'hero' %}</mj-raw>
      <mj-table css-class="hero" padding="4px 0 24px" font-size="14px" line-height="20px" color="#655d50">
        <tr>
          <td class="mute" style="padding:16px 0 0 18px;border-left:4px solid {% if block.direction == 'down' %}#b3261e{% elsif block.direction == 'up' %}#146c3a{% else %}{{ color }}{% endif %};color:#655d50;">{{ block.label }}</td>
        </tr>
        <tr>
          <td class="{{ block.direction | default: 'ink' }}" style="padding:2px 0 14px 18px;border-left:4px solid {% if block.direction == 'down' %}#b3261e{% elsif block.direction == 'up' %}#146c3a{% else %}{{ color }}{% endif %};font-family:{{ font.figures | raw }};font-size:38px;line-height:46px;font-weight:600;white-space:nowrap;color:{% if block.direction == 'down' %}#b3261e{% elsif block.direction == 'up' %}#146c3a{% else %}#1d1a16{% endif %};">{% if block.direction %}<span aria-hidden="true" style="font-size:30px;padding-right:10px;">{% if block.direction == 'up' %}&#9650;{% else %}&#9660;{% endif %}</span>{% endif %}{{ block.value }}</td>
        </tr>
      </mj-table>
      <mj-raw>{% when 'divider' %}</mj-raw>
      <mj-divider css-class="rule" border-width="1px" border-color="#e2d9c8" padding="4px 0 22px" />
      <mj-raw>{% when 'html' %}</mj-raw>
      <mj-text css-class="ink own" padding="0 0 18px">{{ block.html | raw }}</mj-text>
      <mj-raw>{% when 'paragraph' %}</mj-raw>
      <mj-text css-class="ink" padding="0 0 18px"><span style="text-wrap:pretty;">{{ block.text }}</span></mj-text>
      <mj-raw>{% when 'picture' %}</mj-raw>
      <mj-text padding="0 0 22px">{% if block.dark %}<span class="pic-day" style="display:block;">{% endif %}<img src="{{ block.url }}" alt="{{ block.alt }}" width="{{ block.width }}" height="{{ block.height }}" style="display:block;border:0;border-radius:{{ radius }}px;width:100%;max-width:{{ block.width }}px;height:auto;color:#655d50;font-size:13px;line-height:20px;" />{% if block.dark %}</span><span class="pic-night" style="display:none;max-height:0;overflow:hidden;mso-hide:all;"><img src="{{ block.dark }}" alt="{{ block.alt }}" width="{{ block.width }}" height="{{ block.height }}" style="display:block;border:0;border-radius:{{ radius }}px;width:100%;max-width:{{ block.width }}px;height:auto;color:#655d50;font-size:13px;line-height:20px;" /></span>{% endif %}</mj-text>
      <mj-raw>{% when 'figures' %}</mj-raw>
      <mj-table css-class="figures rule" padding="4px 0 22px" font-size="14px" line-height="20px" color="#1d1a16">
        {% for row in block.rows %}
        <tr>
          <td class="mute" style="padding:9px 12px 9px 0;border-top:1px solid #e2d9c8;color:#655d50;vertical-align:top;white-space:nowrap;{% if forloop.last %}border-bottom:1px solid #e2d9c8;{% endif %}">{{ row.label }}</td>
          <td class="ink" align="right" style="padding:9px 0;border-top:1px solid #e2d9c8;{% unless row.words %}font-family:{{ font.figures | raw }};{% endunless %}vertical-align:top;text-wrap:balance;{% if forloop.last %}border-bottom:1px solid #e2d9c8;{% endif %}">{{ row.value }}</td>
        </tr>
        {% endfor %}
      </mj-table>
      <mj-raw>{% when 'entry' %}</mj-raw>
      <mj-table css-class="figures rule" padding="0" font-size="16px" line-height="24px" color="#1d1a16">
        <tr>
          <td class="ink" style="text-wrap:pretty;padding:14px 0 0;border-top:1px solid #e2d9c8;font-family:{{ font.heading | raw }};font-size:19px;line-height:25px;vertical-align:top;">{{ block.headline }}</td>
          <td align="right" class="{{ block.direction | default: 'ink' }}" style="padding:15px 0 0 16px;border-top:1px solid #e2d9c8;font-family:{{ font.figures | raw }};font-size:15px;line-height:24px;font-weight:600;white-space:nowrap;vertical-align:top;{% if block.direction == 'up' %}color:#146c3a;{% elsif block.direction == 'down' %}color:#b3261e;{% endif %}">{% if block.direction == 'up' %}<span aria-hidden="true" style="font-size:12px;">&#9650;</span> {% elsif block.direction == 'down' %}<span aria-hidden="true" style="font-size:12px;">&#9660;</span> {% endif %}{{ block.figure }}</td>
        </tr>
        <tr>
          <td colspan="2" class="mute" style="padding:4px 0 15px;{% if block.last %}border-bottom:1px solid #e2d9c8;{% endif %}font-family:{{ font.figures | raw }};font-size:12px;line-height:18px;color:#655d50;">{{ block.dateline }}</td>
        </tr>
      </mj-table>
      <mj-raw>{% if block.last %}</mj-raw>
      <mj-spacer height="22px" />
      <mj-raw>{% endif %}</mj-raw>
      <mj-raw>{% when 'code' %}</mj-raw>
      <mj-text css-class="mute" font-size="14px" line-height="21px" color="#655d50" padding="0 0 2px">{{ block.label }}</mj-text>
      <mj-text css-class="ink" font-family="{{ font.figures | raw }}" font-size="28px" line-height="38px" font-weight="600" padding="0 0 20px"><span style="white-space:nowrap;letter-spacing:0.14em;">{{ block.value }}</span></mj-text>
      <mj-raw>{% when 'notice' %}</mj-raw>
      <mj-text css-class="ink" font-size="14px" line-height="21px" padding="0 0 22px"><div class="notice" style="border-left:3px solid #8a6116;padding:1px 0 1px 14px;"><strong>{{ block.title }}.</strong> {{ block.text }}</div></mj-text>
      <mj-raw>{% when 'button' %}</mj-raw>
      <mj-button href="{{ block.url }}" align="left" background-color="{{ color }}" color="{{ on_color }}" border-radius="{{ button_radius }}px" font-size="16px" line-height="20px" font-weight="600" inner-padding="14px 26px" padding="6px 0 24px">{{ block.label }}</mj-button>
      <mj-raw>{% when 'link' %}</mj-raw>
      <mj-text css-class="mute" font-size="14px" line-height="21px" color="#655d50" padding="0 0 18px">{{ block.label }}<br /><a href="{{ block.url }}" style="font-family:{{ font.figures | raw }};font-size:13px;color:inherit;word-break:break-all;">{{ block.url }}</a></mj-text>
      <mj-raw>{% when 'small' %}</mj-raw>
      <mj-text css-class="mute" font-size="13px" line-height="20px" color="#655d50" padding="0 0 12px">{{ block.text }}</mj-text>
      <mj-raw>{% endcase %}{% endfor %}</mj-raw>
    </mj-column>
  </mj-section>
  <mj-section css-class="pad" padding="18px 36px 36px">
    <mj-column>
      <mj-raw>{% if links.size > 0 %}</mj-raw>
      <mj-text css-class="mute" font-size="13px" line-height="20px" color="#655d50" padding="0 0 6px">{% for link in links %}<a href="{{ link.url }}" style="color:inherit;display:inline-block;padding:8px 16px 8px 0;">{{ link.label }}</a>{% endfor %}</mj-text>
      <mj-raw>{% endif %}</mj-raw>
      <mj-text css-class="mute" font-size="13px" line-height="20px" color="#655d50">{{ footer | raw }}</mj-text>
    </mj-column>
  </mj-section>
</mj-body>
</mjml>`;
