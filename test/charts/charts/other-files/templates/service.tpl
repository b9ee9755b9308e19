apiVersion: v1
kind: Service
metadata: {name: from-tpl}
spec: {ports: [{port: 80}]}
