export const zshScript = `#compdef outrigger
# zsh completion for outrigger
_outrigger() {
  local line directive=4
  local -a answers
  for line in "\${(@f)$("\${words[1]}" __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case "$line" in
      :*) directive="\${line#:}" ;;
      ?*) answers+=("\${\${line//:/\\\\:}/$'\\t'/:}") ;;
    esac
  done
  if (( \${#answers} )); then
    _describe -t outrigger 'outrigger' answers
  elif [[ "$directive" == 0 ]]; then
    _files
  fi
}
if [[ "\${funcstack[1]}" == _outrigger ]]; then _outrigger "$@"; else compdef _outrigger outrigger; fi
`
