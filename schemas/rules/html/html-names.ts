const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/**
 * Elements of HTML, SVG and MathML that formatted text may hold, besides custom elements. None of them asks for input,
 * styles the page, runs anything, or holds raw text.
 */
export const htmlElements = words(`
  a abbr acronym address altglyph altglyphdef altglyphitem animatecolor animatemotion animatetransform area article aside audio b
  bdi bdo big blink blockquote br canvas caption center circle cite clippath code col colgroup content data datalist dd decorator
  defs del desc details dfn dir div dl dt element ellipse em feblend fecolormatrix fecomponenttransfer fecomposite feconvolvematrix
  fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage
  femerge femergenode femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence fieldset figcaption
  figure filter font footer g glyph glyphref h1 h2 h3 h4 h5 h6 header hgroup hkern hr i iframe image img ins kbd label legend li
  line lineargradient main map mark marker marquee mask math menclose menu menuitem merror metadata meter mfenced mfrac mglyph mi
  mlabeledtr mmultiscripts mn mo mover mpadded mpath mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable
  mtd mtext mtr munder munderover nav nobr ol optgroup output p path pattern picture polygon polyline pre progress q radialgradient
  rect rp rt ruby s samp search section shadow slot small source spacer span stop strike strong sub summary sup svg switch symbol
  table tbody td text textpath tfoot th thead time tr track tref tspan tt u ul var video view vkern wbr
`)

/** Attributes that these elements may have, besides `data-` and `aria-`. */
export const htmlAttributes = words(`
  accent accent-height accentunder accept accumulate action additive align alignment-baseline allowfullscreen alt amplitude ascent
  attributename attributetype autocapitalize autocomplete autopictureinpicture autoplay azimuth background basefrequency
  baseline-shift begin bevelled bgcolor bias border by capture cellpadding cellspacing checked cite class clear clip clip-path
  clip-rule clippathunits close color color-interpolation color-interpolation-filters color-profile color-rendering cols colspan
  columnalign columnlines columnspacing columnspan command commandfor controls controlslist coords crossorigin cx cy d datetime
  decoding default denomalign depth diffuseconstant dir direction disabled disablepictureinpicture disableremoteplayback display
  displaystyle divisor dominant-baseline download draggable dur dx dy edgemode elevation encoding enctype end enterkeyhint exponent
  exportparts face fence fill fill-opacity fill-rule filter filterunits flood-color flood-opacity font-family font-size
  font-size-adjust font-stretch font-style font-variant font-weight for frame frameborder fx fy g1 g2 glyph-name glyphref
  gradienttransform gradientunits headers height hidden high href hreflang id image-rendering in in2 inert inputmode integrity
  intercept ismap k k1 k2 k3 k4 kernelmatrix kernelunitlength kerning keypoints keysplines keytimes kind label lang largeop length
  lengthadjust letter-spacing lighting-color linethickness list loading local loop low lquote lspace marker-end marker-mid
  marker-start markerheight markerunits markerwidth mask mask-type maskcontentunits maskunits mathbackground mathcolor mathsize
  mathvariant max maxlength maxsize media method min minlength minsize mode movablelimits multiple muted name nonce noshade notation
  novalidate nowrap numalign numoctaves offset opacity open operator optimum order orient orientation origin overflow paint-order
  part path pathlength pattern patterncontentunits patterntransform patternunits placeholder playsinline pointer-events points
  popovertarget popovertargetaction poster preload preservealpha preserveaspectratio primitiveunits pubdate r radiogroup radius
  readonly referrerpolicy refx refy rel repeatcount repeatdur required restart result rev reversed role rotate rowalign rowlines
  rows rowspacing rowspan rquote rspace rx ry sandbox scale scope scriptlevel scriptminsize scriptsizemultiplier seed selected
  selection separator separators shape shape-rendering size sizes slope span specularconstant specularexponent spellcheck
  spreadmethod src srclang srcset start startoffset stddeviation step stitchtiles stop-color stop-opacity stretchy stroke
  stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width style
  subscriptshift summary supscriptshift surfacescale symmetric systemlanguage tabindex tablevalues target targetx targety
  text-anchor text-decoration text-orientation text-rendering textlength title transform transform-origin translate type u1 u2
  unicode usemap valign value values vector-effect version vert-adv-y vert-origin-x vert-origin-y viewbox visibility voffset width
  word-spacing wrap writing-mode x x1 x2 xchannelselector xlink:href xlink:title xml:id xml:space xmlns xmlns:xlink y y1 y2
  ychannelselector z zoomandpan
`)

/** Elements that are removed together with their content; of other forbidden elements only the tags are removed. */
export const droppedWithContent = words(`
  annotation-xml foreignobject head iframe noembed noframes noscript plaintext script selectedcontent style template title xmp
`)

/** Attributes whose value is not an address. */
export const plainAttributes = words(`
  alt class for id label name pattern placeholder role summary title value style xmlns
`)

/**
 * Values of `id` and `name` that would hide a property of `document` or of a form.
 * @source OWASP, "DOM Clobbering Prevention"
 */
export const reservedNames = words(`
  URL acceptCharset accessKey action activeElement addEventListener adoptNode after anchors append appendChild applets ariaAtomic
  ariaAutoComplete ariaBusy ariaChecked ariaColCount ariaColIndex ariaColIndexText ariaColSpan ariaCurrent ariaDescription
  ariaDisabled ariaExpanded ariaHasPopup ariaHidden ariaInvalid ariaKeyShortcuts ariaLabel ariaLevel ariaLive ariaModal
  ariaMultiLine ariaMultiSelectable ariaOrientation ariaPlaceholder ariaPosInSet ariaPressed ariaReadOnly ariaRelevant ariaRequired
  ariaRoleDescription ariaRowCount ariaRowIndex ariaRowIndexText ariaRowSpan ariaSelected ariaSetSize ariaSort ariaValueMax
  ariaValueMin ariaValueNow ariaValueText assignedSlot attachInternals attachShadow attributes baseURI before blur body
  captureEvents characterSet charset checkValidity childElementCount childNodes children classList className clear click
  clientHeight clientLeft clientTop clientWidth cloneNode close closest compareDocumentPosition compatMode contains contentType
  cookie createAttribute createAttributeNS createCDATASection createComment createDocumentFragment createElement createElementNS
  createEvent createExpression createNSResolver createNodeIterator createProcessingInstruction createRange createTextNode
  createTreeWalker currentScript dataset defaultView dir dispatchEvent doctype documentElement documentURI draggable elements embeds
  enctype evaluate firstChild firstElementChild focus forms getAttribute getAttributeNS getAttributeNames getAttributeNode
  getAttributeNodeNS getBoundingClientRect getClientRects getElementById getElementsByClassName getElementsByName
  getElementsByTagName getElementsByTagNameNS getRootNode getSelection hasAttribute hasAttributeNS hasAttributes hasChildNodes
  hasFocus head hidden id images implementation importNode innerHTML inputEncoding insertAdjacentElement insertAdjacentHTML
  insertAdjacentText insertBefore isConnected isDefaultNamespace isEqualNode isSameNode lang lastChild lastElementChild lastModified
  length links localName location lookupNamespaceURI lookupPrefix matches method name namespaceURI nextElementSibling nextSibling
  noValidate nodeName nodeType nodeValue nonce normalize offsetHeight offsetLeft offsetParent offsetTop offsetWidth onabort
  onauxclick onbeforeinput onbeforematch onbeforetoggle onblur oncancel oncanplay oncanplaythrough onchange onclick onclose
  oncontextlost oncontextmenu oncontextrestored oncopy oncuechange oncut ondblclick ondrag ondragend ondragenter ondragleave
  ondragover ondragstart ondrop ondurationchange onemptied onended onerror onfocus onformdata oninput oninvalid onkeydown onkeypress
  onkeyup onload onloadeddata onloadedmetadata onloadstart onmousedown onmouseenter onmouseleave onmousemove onmouseout onmouseover
  onmouseup onpaste onpause onplay onplaying onprogress onratechange onreadystatechange onreset onresize onscroll onscrollend
  onsecuritypolicyviolation onseeked onseeking onselect onslotchange onstalled onsubmit onsuspend ontimeupdate ontoggle
  ontouchcancel ontouchend ontouchmove ontouchstart onvisibilitychange onvolumechange onwaiting onwebkitanimationend
  onwebkitanimationiteration onwebkitanimationstart onwebkittransitionend onwheel open outerHTML ownerDocument parentElement
  parentNode plugins prefix prepend previousElementSibling previousSibling querySelector querySelectorAll readyState referrer
  releaseEvents remove removeAttribute removeAttributeNS removeAttributeNode removeChild removeEventListener replaceChild
  replaceChildren replaceWith reportValidity requestSubmit reset role scripts scrollHeight scrollLeft scrollTop scrollWidth
  setAttribute setAttributeNS setAttributeNode setAttributeNodeNS shadowRoot slot style styleSheets submit tabIndex tagName target
  textContent title toggleAttribute translate visibilityState webkitMatchesSelector write writeln
`)
